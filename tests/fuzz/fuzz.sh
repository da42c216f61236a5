#
# fuzz.sh - what the fuzzers have in common, to be sourced: a folder to work in,
# the compiler with libFuzzer, and the way out where there is none.
#
srcdir=${srcdir:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile()
{
	clang -g -O1 -std=gnu17 -D_GNU_SOURCE -fno-sanitize-recover=all \
		-fsanitize=fuzzer,address,undefined "$@"
}

echo 'int LLVMFuzzerTestOneInput(const char *b, long n) { return b && n > 9; }' >"$work/try.c"
compile -o "$work/try" "$work/try.c" 2>/dev/null || { echo "no clang with libFuzzer"; exit 77; }
