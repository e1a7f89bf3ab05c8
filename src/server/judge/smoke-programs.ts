import type { Language } from '#shared/coding/languages.rules.ts'

/** Programs that add two numbers, to test each language. */
export const smokePrograms: Record<Language, string> = {
  javascript: `const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number)
console.log(a + b)
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
}
