import type { Language } from '#shared/coding/languages.rules.ts'

/** Programs that add two numbers, to test each language. */
export const smokePrograms: Record<Language, string> = {
  javascript: `const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number)
console.log(a + b)
`,
  typescript: `import { readFileSync } from 'fs'

enum Word { First, Second }
const words: string[] = readFileSync(0, 'utf8').split(' ')
console.log(Number(words[Word.First]) + Number(words[Word.Second]))
`,
  python: `a, b = map(int, input().split())
print(a + b)
`,
  java: `import java.io.*;

class Hello {
  public static void main(String[] arguments) throws IOException {
    String[] parts = new BufferedReader(new InputStreamReader(System.in)).readLine().split(" ");
    System.out.println(Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]));
  }
}
`,
  kotlin: `fun main() {
    println(readLine()!!.split(" ").map { it.toInt() }.sum())
}
`,
  cpp: `#include <bits/stdc++.h>

int main() {
  int a, b;
  std::cin >> a >> b;
  std::cout << a + b << '\\n';
}
`,
  c: `#include <stdio.h>

int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) == 2) printf("%d\\n", a + b);
  return 0;
}
`,
  csharp: `using System;
using System.Linq;

class Hello {
  static void Main() {
    Console.WriteLine(Console.ReadLine().Split(' ').Select(int.Parse).Sum());
  }
}
`,
  go: `package main

import "fmt"

func main() {
	var a, b int
	fmt.Scan(&a, &b)
	fmt.Println(a + b)
}
`,
  rust: `use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let sum: i64 = line.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum();
    println!("{}", sum);
}
`,
  php: `<?php
[$a, $b] = explode(' ', trim(fgets(STDIN)));
echo $a + $b, "\\n";
`,
  ruby: `puts gets.split.map(&:to_i).sum
`,
  haskell: `main :: IO ()
main = do
  line <- getLine
  print (sum (map read (words line) :: [Int]))
`,
  sql: `SELECT sum(n) FROM numbers;
`,
}

/** A case that the smoke program passes. */
export const smokeCase = (language: Language) => ({
  input: language === 'sql' ? 'CREATE TABLE numbers (n); INSERT INTO numbers VALUES (20), (22);' : '20 22\n',
  expected: '42',
})

/** Number of steps in the loop; the slowest language takes about a second. */
const steps = 5_000_000
/** Expected result of every loop. */
export const loopResult = '42132'

const body = (declared: string, loop: string) => `${declared} ${loop} x = (x * 75 + 74) % 65537;`
const cLoop = body('long x = 1;', `for (long i = 0; i < ${steps}; i++)`)

/** The same loop in each language, to time them. Each step depends on the last one, so compilers cannot optimise the loop away. */
export const loops: Record<Language, string> = {
  javascript: `${body('let x = 1;', `for (let i = 0; i < ${steps}; i++)`)} console.log(x)`,
  typescript: `${body('let x: number = 1;', `for (let i = 0; i < ${steps}; i++)`)} console.log(x)`,
  python: `def main():\n    x = 1\n    for i in range(${steps}):\n        x = (x * 75 + 74) % 65537\n    print(x)\nmain()\n`,
  java: `class Loop { public static void main(String[] a) { ${cLoop} System.out.println(x); } }`,
  kotlin: `fun main() { var x = 1L; for (i in 0 until ${steps}) x = (x * 75 + 74) % 65537; println(x) }`,
  cpp: `#include <iostream>\nint main() { ${cLoop} std::cout << x; }`,
  c: `#include <stdio.h>\nint main(void) { ${cLoop} printf("%ld", x); return 0; }`,
  csharp: `class Loop { static void Main() { ${cLoop} System.Console.WriteLine(x); } }`,
  go: `package main\nimport "fmt"\nfunc main() { x := 1; for i := 0; i < ${steps}; i++ { x = (x*75 + 74) % 65537 }; fmt.Println(x) }`,
  rust: `fn main() { let mut x: i64 = 1; for _ in 0..${steps} { x = (x * 75 + 74) % 65537; } println!("{}", x); }`,
  php: `<?php $x = 1; for ($i = 0; $i < ${steps}; $i++) $x = ($x * 75 + 74) % 65537; echo $x;`,
  ruby: `x = 1\ni = 0\nwhile i < ${steps}\n  x = (x * 75 + 74) % 65537\n  i += 1\nend\nputs x\n`,
  haskell: `{-# LANGUAGE BangPatterns #-}\nloop :: Int -> Int -> Int\nloop 0 !x = x\nloop i !x = loop (i - 1) ((x * 75 + 74) \`mod\` 65537)\nmain :: IO ()\nmain = print (loop ${steps} 1)\n`,
  sql: `WITH RECURSIVE r(i, x) AS (SELECT 0, 1 UNION ALL SELECT i + 1, (x * 75 + 74) % 65537 FROM r WHERE i < ${steps}) SELECT x FROM r WHERE i = ${steps}`,
}
