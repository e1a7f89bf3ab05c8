import type { SeedProgram } from './program.ts'

/** Programs for the projectors on loan. */

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
  cases: [
    ['accepted', 2, 2912],
    ['accepted', 1, 3068],
    ['accepted', 1, 3072],
    ['accepted', 1, 2872],
    ['accepted', 1, 2864],
    ['accepted', 1, 2872],
    ['accepted', 5, 3172],
  ],
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
            // An end sorts before a beginning of the same minute.
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
  cases: [
    ['accepted', 58, 31584],
    ['accepted', 54, 31564],
    ['accepted', 50, 31304],
    ['accepted', 48, 31596],
    ['accepted', 44, 31532],
    ['accepted', 46, 31464],
    ['accepted', 69, 32348],
  ],
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
  cases: [
    ['accepted', 16, 17496],
    ['accepted', 16, 17484],
    ['accepted', 14, 17336],
    ['accepted', 14, 17168],
    ['accepted', 13, 17488],
    ['accepted', 12, 17168],
    ['accepted', 23, 17856],
  ],
}

/** Looks at every two lectures. */
export const referencePairwise: SeedProgram = {
  language: 'python',
  code: `n = int(input())
lectures = [tuple(map(int, input().split())) for _ in range(n)]
most = 0
for begin, _ in lectures:
    most = max(most, sum(1 for a, b in lectures if a <= begin < b))
print(most)
`,
  cases: [
    ['accepted', 13, 8188],
    ['accepted', 11, 8172],
    ['accepted', 9, 8304],
    ['accepted', 9, 8328],
    ['accepted', 9, 8384],
    ['accepted', 9, 8300],
    ['time_limit_exceeded', 2054, 9940],
  ],
}

/** Has a projector back a minute too late. */
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
  cases: [
    ['accepted', 2, 1536],
    ['accepted', 2, 1540],
    ['accepted', 2, 1492],
    ['wrong_answer', 2, 1484],
    ['wrong_answer', 2, 1488],
    ['wrong_answer', 2, 1528],
    ['accepted', 6, 5436],
  ],
}

export const heap: SeedProgram = {
  language: 'python',
  code: `import heapq

n = int(input())
talks = []
for i in range(n):
    a, b = map(int, input().split())
    talks.append((a, b))
talks.sort()
busy = []
best = 0
for a, b in talks:
    while busy and busy[0] <= a:
        heapq.heappop(busy)
    heapq.heappush(busy, b)
    best = max(best, len(busy))
print(best)
`,
  cases: [
    ['accepted', 9, 8308],
    ['accepted', 9, 8344],
    ['accepted', 9, 8388],
    ['accepted', 9, 8376],
    ['accepted', 9, 8340],
    ['accepted', 9, 8416],
    ['accepted', 33, 10180],
  ],
}

export const original: SeedProgram = {
  language: 'cpp',
  code: `#include <bits/stdc++.h>
using namespace std;

struct Event {
    int minute;
    int kind;
};

bool earlier(const Event& x, const Event& y) {
    if (x.minute != y.minute) return x.minute < y.minute;
    return x.kind < y.kind;
}

int sweep(const vector<Event>& events) {
    int inUse = 0;
    int peak = 0;
    for (const Event& e : events) {
        inUse += e.kind;
        if (inUse > peak) peak = inUse;
    }
    return peak;
}

int main() {
    int n;
    cin >> n;
    vector<Event> events;
    for (int i = 0; i < n; i++) {
        int a, b;
        cin >> a >> b;
        events.push_back({a, 1});
        events.push_back({b, -1});
    }
    sort(events.begin(), events.end(), earlier);
    cout << sweep(events) << endl;
    return 0;
}
`,
  cases: [
    ['accepted', 2, 3296],
    ['accepted', 1, 3196],
    ['accepted', 1, 3228],
    ['accepted', 1, 3216],
    ['accepted', 1, 3228],
    ['accepted', 1, 3224],
    ['accepted', 8, 3488],
  ],
}

/** Another student’s program under other names: what a comparison should find. */
export const copy: SeedProgram = {
  language: 'cpp',
  code: `#include <bits/stdc++.h>
using namespace std;

// one change of the number of projectors
struct Change {
    int when;
    int delta;
};

// goes through all changes and remembers the maximum
int countMax(const vector<Change>& list) {
    int current = 0;
    int result = 0;
    for (const Change& c : list) {
        current += c.delta;
        if (current > result) result = current;
    }
    return result;
}

// order by time
bool cmp(const Change& p, const Change& q) {
    if (p.when != q.when) return p.when < q.when;
    return p.delta < q.delta;
}

int main() {
    int lectures;
    cin >> lectures;
    vector<Change> list;
    for (int k = 0; k < lectures; k++) {
        int s, t;
        cin >> s >> t;
        list.push_back({s, 1});
        list.push_back({t, -1});
    }
    sort(list.begin(), list.end(), cmp);
    cout << countMax(list) << endl;
    return 0;
}
`,
  cases: [
    ['accepted', 1, 3248],
    ['accepted', 1, 3296],
    ['accepted', 1, 3196],
    ['accepted', 1, 3296],
    ['accepted', 1, 3256],
    ['accepted', 1, 3196],
    ['accepted', 9, 3536],
  ],
}

/** Counts every minute of every lecture. */
export const everyMinute: SeedProgram = {
  language: 'python',
  code: `n = int(input())
count = {}
for i in range(n):
    a, b = map(int, input().split())
    for minute in range(a, b):
        count[minute] = count.get(minute, 0) + 1
print(max(count.values()))
`,
  cases: [
    ['accepted', 13, 8268],
    ['accepted', 11, 8340],
    ['accepted', 13, 8280],
    ['accepted', 13, 8228],
    ['accepted', 224, 91892],
    ['accepted', 14, 8260],
    ['time_limit_exceeded', 2054, 91596],
  ],
}

/** Looks at lectures that follow each other, and no others. */
export const neighbours: SeedProgram = {
  language: 'java',
  code: `import java.util.*;

public class Solution {
    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        int n = sc.nextInt();
        int[][] slots = new int[n][2];
        for (int[] slot : slots) {
            slot[0] = sc.nextInt();
            slot[1] = sc.nextInt();
        }
        Arrays.sort(slots, (x, y) -> x[0] - y[0]);
        int need = 1;
        for (int i = 1; i < n; i++) {
            if (slots[i][0] < slots[i - 1][1]) need++;
        }
        System.out.println(need);
    }
}
`,
  cases: [
    ['accepted', 74, 32456],
    ['accepted', 70, 32228],
    ['accepted', 76, 32376],
    ['accepted', 66, 32860],
    ['wrong_answer', 70, 32248],
    ['wrong_answer', 71, 32328],
    ['wrong_answer', 131, 52164],
  ],
}
