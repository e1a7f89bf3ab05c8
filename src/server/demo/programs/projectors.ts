import type { SeedProgram } from './program.ts'

/** Students' programs for "Projectors on Loan". */

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
  verdicts: 'AAAAAAA',
  timeMs: 9,
  memoryKb: 8_400,
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
  verdicts: 'AAAAAAA',
  timeMs: 1,
  memoryKb: 3_200,
}

/** Another student's program with renamed variables, which the similarity check should find. */
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
  verdicts: 'AAAAAAA',
  timeMs: 1,
  memoryKb: 3_300,
}

/** Iterates over every minute of every lecture. */
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
  verdicts: 'AAAAAAT',
  timeMs: 13,
  memoryKb: 8_300,
}

/** Compares only adjacent lectures. */
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
  verdicts: 'AAAAWWW',
  timeMs: 71,
  memoryKb: 32_400,
}
