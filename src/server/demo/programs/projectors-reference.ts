import type { SeedProgram } from './program.ts'

/** Reference solutions for "Projectors on Loan". */

export const referenceCpp: SeedProgram = {
  language: 'cpp',
  code: String.raw`#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> begins(n), ends(n);
    for (int i = 0; i < n; i++) scanf("%d %d", &begins[i], &ends[i]);
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    int most = 0;
    for (int begun = 0, ended = 0; begun < n; begun++) {
        while (ends[ended] <= begins[begun]) ended++;
        most = std::max(most, begun + 1 - ended);
    }
    printf("%d\n", most);
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 1,
  memoryKb: 2_900,
}

export const referenceJava: SeedProgram = {
  language: 'java',
  code: `import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        in.nextToken();
        int n = (int) in.nval;
        long[] changes = new long[2 * n];
        for (int i = 0; i < 2 * n; i++) {
            in.nextToken();
            // An end sorts before a start in the same minute.
            changes[i] = 2 * (long) in.nval + (i % 2 == 0 ? 1 : 0);
        }
        Arrays.sort(changes);
        int out = 0, most = 0;
        for (long change : changes) {
            out += change % 2 == 1 ? 1 : -1;
            most = Math.max(most, out);
        }
        System.out.println(most);
    }
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 50,
  memoryKb: 31_600,
}

export const referenceGo: SeedProgram = {
  language: 'go',
  code: `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	var change [1000002]int
	for i := 0; i < n; i++ {
		var from, to int
		fmt.Fscan(in, &from, &to)
		change[from]++
		change[to]--
	}
	out, most := 0, 0
	for _, by := range change {
		out += by
		if out > most {
			most = out
		}
	}
	fmt.Println(most)
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 14,
  memoryKb: 17_500,
}

/** Compares every pair of lectures. */
export const referencePairwise: SeedProgram = {
  language: 'python',
  code: `n = int(input())
lectures = [tuple(map(int, input().split())) for _ in range(n)]
most = 0
for begin, _ in lectures:
    most = max(most, sum(1 for a, b in lectures if a <= begin < b))
print(most)
`,
  verdicts: 'AAAAAAT',
  timeMs: 9,
  memoryKb: 8_300,
}

/** Returns each projector a minute late. */
export const referenceTouching: SeedProgram = {
  language: 'c',
  code: String.raw`#include <stdio.h>

static int change[1000002];

int main(void) {
    int n, a, b;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d %d", &a, &b);
        change[a]++;
        change[b + 1]--;
    }
    int out = 0, most = 0;
    for (int t = 0; t <= 1000001; t++) {
        out += change[t];
        if (out > most) most = out;
    }
    printf("%d\n", most);
    return 0;
}
`,
  verdicts: 'AAAWWWA',
  timeMs: 2,
  memoryKb: 1_500,
}
