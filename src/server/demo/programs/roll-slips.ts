import type { SeedProgram } from './program.ts'

/** Programs for "Roll Numbers on Slips". */

export const referencePython: SeedProgram = {
  language: 'python',
  code: `def check_digit(front):
    return sum(int(digit) * weight for weight, digit in enumerate(front, start=2)) % 10


for _ in range(int(input())):
    slip = input().strip()
    print("ok" if check_digit(slip[:-1]) == int(slip[-1]) else "check")
`,
  verdicts: 'AAAAAAA',
  timeMs: 9,
  memoryKb: 8_500,
}

export const referenceJavascript: SeedProgram = {
  language: 'javascript',
  code: String.raw`const [, ...slips] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
const isRight = (slip) => {
  let sum = 0
  for (let at = 0; at < slip.length - 1; at++) sum += Number(slip[at]) * (at + 2)
  return sum % 10 === Number(slip[slip.length - 1])
}
console.log(slips.map((slip) => (isRight(slip.trim()) ? 'ok' : 'check')).join('\n'))
`,
  verdicts: 'AAAAAAA',
  timeMs: 4,
  memoryKb: 55_400,
}

export const referenceC: SeedProgram = {
  language: 'c',
  code: `#include <stdio.h>
#include <string.h>

int main(void) {
    int n;
    char slip[32];
    scanf("%d", &n);
    while (n-- > 0) {
        scanf("%31s", slip);
        int last = (int)strlen(slip) - 1, sum = 0;
        for (int i = 0; i < last; i++) sum += (slip[i] - '0') * (i + 2);
        puts(sum % 10 == slip[last] - '0' ? "ok" : "check");
    }
    return 0;
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 1,
  memoryKb: 1_400,
}

/** Parses numbers, so leading zeros are lost. */
export const zerosLost: SeedProgram = {
  language: 'python',
  code: `n = int(input())
for i in range(n):
    number = str(int(input()))
    total = 0
    for place in range(len(number) - 1):
        total += int(number[place]) * (place + 2)
    print("ok" if total % 10 == int(number[-1]) else "check")
`,
  verdicts: 'AAAWAWW',
  timeMs: 9,
  memoryKb: 8_400,
}

export const ownRight: SeedProgram = {
  language: 'python',
  code: `n = int(input())
for i in range(n):
    number = input().strip()
    total = 0
    for place in range(len(number) - 1):
        total += int(number[place]) * (place + 2)
    print("ok" if total % 10 == int(number[-1]) else "check")
`,
  verdicts: 'AAAAAAA',
  timeMs: 9,
  memoryKb: 8_400,
}

export const stream: SeedProgram = {
  language: 'cpp',
  code: String.raw`#include <iostream>
#include <string>
using namespace std;

bool valid(const string& roll) {
    int sum = 0;
    int weight = 2;
    for (size_t i = 0; i + 1 < roll.size(); ++i) {
        sum += weight * (roll[i] - '0');
        ++weight;
    }
    return sum % 10 == roll.back() - '0';
}

int main() {
    int n;
    cin >> n;
    string roll;
    while (cin >> roll) cout << (valid(roll) ? "ok" : "check") << "\n";
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 1,
  memoryKb: 3_300,
}

export const scanner: SeedProgram = {
  language: 'java',
  code: String.raw`import java.util.Scanner;

public class Slips {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        StringBuilder out = new StringBuilder();
        for (int k = 0; k < n; k++) {
            String roll = in.next();
            int sum = 0;
            for (int i = 0; i < roll.length() - 1; i++) {
                sum += Character.getNumericValue(roll.charAt(i)) * (i + 2);
            }
            char expected = (char) ('0' + sum % 10);
            out.append(roll.charAt(roll.length() - 1) == expected ? "ok" : "check").append('\n');
        }
        System.out.print(out);
    }
}
`,
  verdicts: 'AAAAAAA',
  timeMs: 65,
  memoryKb: 32_400,
}

/** Loses leading zeros, and overflows after nine digits. */
export const tooSmall: SeedProgram = {
  language: 'c',
  code: String.raw`#include <stdio.h>

int main() {
    int count, number;
    scanf("%d", &count);
    for (int k = 0; k < count; k++) {
        scanf("%d", &number);
        int last = number % 10;
        int front = number / 10;
        int digits = 0;
        for (int rest = front; rest > 0; rest /= 10) digits++;
        int sum = 0;
        for (int weight = digits + 1; front > 0; front /= 10, weight--) sum += (front % 10) * weight;
        printf(sum % 10 == last ? "ok\n" : "check\n");
    }
}
`,
  verdicts: 'AAAWWWW',
  timeMs: 1,
  memoryKb: 1_400,
}
