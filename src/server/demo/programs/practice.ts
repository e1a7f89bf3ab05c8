import type { SeedProgram } from './program.ts'

/** Programs for questions that are only practised. */

/** Forgets that nobody pays more than ₹200. */
export const lateFeesWithoutALimit: SeedProgram = {
  language: 'python',
  code: `n = int(input())
late = list(map(int, input().split()))
total = 0
for days in late:
    if days <= 7:
        total += 2 * days
    else:
        total += 14 + 5 * (days - 7)
print(total)
`,
  cases: [
    ['accepted', 10, 8392],
    ['wrong_answer', 10, 8264],
    ['accepted', 9, 8220],
    ['accepted', 9, 8372],
    ['wrong_answer', 9, 8328],
    ['wrong_answer', 9, 8328],
    ['wrong_answer', 9, 8292],
  ],
}

export const lateFeesRight: SeedProgram = {
  language: 'python',
  code: `n = int(input())
late = list(map(int, input().split()))
total = 0
for days in late:
    if days <= 7:
        fee = 2 * days
    else:
        fee = 14 + 5 * (days - 7)
    total += min(fee, 200)
print(total)
`,
  cases: [
    ['accepted', 10, 8392],
    ['accepted', 10, 8380],
    ['accepted', 10, 8220],
    ['accepted', 10, 8332],
    ['accepted', 10, 8328],
    ['accepted', 10, 8304],
    ['accepted', 10, 8328],
  ],
}

export const calmSpellRight: SeedProgram = {
  language: 'cpp',
  code: `#include <iostream>
#include <cstdlib>
#include <algorithm>
using namespace std;

int main() {
    int n, k;
    cin >> n >> k;
    int before = 0, length = 0, best = 0;
    for (int i = 0; i < n; i++) {
        int today;
        cin >> today;
        length = (i > 0 && abs(today - before) <= k) ? length + 1 : 1;
        best = max(best, length);
        before = today;
    }
    cout << best << endl;
}
`,
  cases: [
    ['accepted', 2, 3308],
    ['accepted', 2, 3228],
    ['accepted', 1, 3292],
    ['accepted', 1, 3228],
    ['accepted', 2, 3228],
    ['accepted', 2, 3304],
    ['accepted', 2, 3356],
  ],
}
