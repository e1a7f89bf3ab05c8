import type { SeedProgram } from './program.ts'

/** Programs for practice questions. */

/** Wrong: does not cap the fee at ₹200. */
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
  verdicts: 'AWAAWWW',
  timeMs: 9,
  memoryKb: 8_300,
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
  verdicts: 'AAAAAAA',
  timeMs: 10,
  memoryKb: 8_300,
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
  verdicts: 'AAAAAAA',
  timeMs: 2,
  memoryKb: 3_300,
}
