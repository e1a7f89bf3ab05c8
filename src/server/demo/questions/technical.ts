import { question } from './question.ts'

const code = (...lines: string[]) => lines.join('\n')

export const programming = [
  question(
    code(
      'What does this C fragment print?',
      '',
      'int i, total = 0;',
      'for (i = 1; i <= 10; i += 3)',
      '    total += i;',
      'printf("%d %d", i, total);',
    ),
    ['10 22', '13 22', '13 12', '10 12'],
    'B',
    'i takes the values 1, 4, 7 and 10, whose sum is 22. Then i becomes 13, the test fails and the loop ends.',
  ),
  question(
    code(
      'What does this Python program print?',
      '',
      'def add(item, basket=[]):',
      '    basket.append(item)',
      '    return len(basket)',
      '',
      "print(add('pen'), add('ink'), add('cap', []))",
    ),
    ['1 1 1', '1 2 3', '1 2 1', 'Nothing: it stops with an error'],
    'C',
    'The default list is created once, when the function is defined, and shared by the first two calls. The third call passes its own list.',
  ),
  question(
    'A sorted array contains 1,000 different numbers. At most how many of them does a binary search look at?',
    ['10', '32', '500', '1,000'],
    'A',
    'Each look halves what is left: 1000 → 500 → 250 → 125 → 62 → 31 → 15 → 7 → 3 → 1. That is ten looks; 2¹⁰ = 1024 exceeds 1000.',
  ),
  question(
    code(
      'These operations are carried out on an empty stack:',
      '',
      'push 5, push 8, pop, push 3, push 7, pop, pop',
      '',
      'In which order do values leave the stack?',
    ),
    ['5, 8, 3', '8, 3, 7', '7, 3, 8', '8, 7, 3'],
    'D',
    'The first pop takes 8. With 5, 3, 7 on the stack the next two take 7 and then 3; 5 stays.',
  ),
  question(
    code(
      'The table result has five rows:',
      '',
      'student | subject | marks',
      '--------+---------+------',
      'Asha    | Maths   | 70',
      'Asha    | Physics | 90',
      'Bilal   | Maths   | 40',
      'Bilal   | Physics | NULL',
      'Chitra  | Maths   | 80',
      '',
      'What does this query return?',
      '',
      'SELECT COUNT(*), COUNT(marks), AVG(marks)',
      'FROM result;',
    ),
    ['5, 5, 56', '4, 4, 70', '5, 4, 70', '5, 4, 56'],
    'C',
    'COUNT(*) counts rows: 5. COUNT(marks) and AVG(marks) leave NULL out: 4 values, and 280 ÷ 4 = 70.',
    2,
  ),
  question(
    'How many addresses can be given to hosts in the IPv4 network 192.168.10.0/26?',
    ['64', '62', '30', '126'],
    'B',
    '32 − 26 = 6 bits are left for hosts: 2⁶ = 64 addresses. The network’s own and the broadcast address cannot be given out, so 62 remain.',
  ),
  question(
    'What is 0x2F + 0b101 in decimal?',
    ['52', '47', '50', '60'],
    'A',
    '0x2F = 2 × 16 + 15 = 47 and 0b101 = 5. The sum is 52.',
  ),
  question(
    code(
      'What does this Java fragment print?',
      '',
      'String a = "exam";',
      'String b = new String("exam");',
      'System.out.println((a == b) + " " + a.equals(b));',
    ),
    ['true true', 'true false', 'false false', 'false true'],
    'D',
    '== compares references, and new makes another object: false. equals compares the characters: true.',
  ),
  question(
    code(
      'How does the running time of this fragment grow with n? The division is an integer division.',
      '',
      'for i = 1 to n',
      '    j = n',
      '    while j > 1',
      '        j = j / 2',
    ),
    ['O(n)', 'O(n log n)', 'O(n²)', 'O(log n)'],
    'B',
    'The inner loop halves j until it reaches 1, which takes about log₂ n steps; the outer loop does that n times.',
  ),
  question(
    'Which of these does each thread of a process have to itself?',
    ['The heap', 'The program code', 'The call stack', 'The table of open files'],
    'C',
    'Threads share the code, the heap and the open files of their process; each has its own stack and registers.',
  ),
]

export const dataStructures = [
  question(
    code(
      'The keys 50, 30, 70, 20, 40, 60 are inserted, in this order, into an empty binary search tree.',
      '',
      'In which order does an in-order traversal visit them?',
    ),
    ['20, 30, 40, 50, 60, 70', '50, 30, 20, 40, 70, 60', '20, 40, 30, 60, 70, 50', '50, 30, 70, 20, 40, 60'],
    'A',
    'An in-order traversal of a binary search tree visits the keys in ascending order. The others are the pre-order, the post-order and the level order.',
  ),
  question(
    'A queue is built from two stacks: one takes what arrives; when the other is empty, everything is moved over to it and leaves from there. What does an operation cost on average over a long sequence?',
    ['O(log n)', 'O(1)', 'O(n)', 'O(n²)'],
    'B',
    'Each element is pushed twice and popped twice in its life. One single removal may cost O(n), but n operations cost O(n) together.',
  ),
  question(
    code(
      'A table keeps the orders of a shop:',
      '',
      'orders(order_id, customer_id, customer_city, amount)',
      '',
      'order_id is the only key, all values are atomic, a customer places many orders, and each customer lives in one city. What is the highest normal form that the table satisfies?',
    ),
    ['First normal form', 'Second normal form', 'Third normal form', 'Boyce–Codd normal form'],
    'B',
    'A key of one column has no partial dependencies: second normal form. But customer_city depends on customer_id, which is not a key: that breaks the third.',
  ),
  question(
    code(
      'There are 4 departments and 10 employees. Every employee belongs to one department; one department has no employees. How many rows does this query return?',
      '',
      'SELECT d.name, e.name',
      'FROM departments d',
      'LEFT JOIN employees e ON e.department_id = d.id;',
    ),
    ['4', '10', '14', '11'],
    'D',
    'Ten rows, one for each employee, and one more for the department without employees, with NULL as the employee’s name.',
  ),
  question(
    'What is the value of this expression in postfix notation?\n\n9 4 − 2 6 + × 8 ÷',
    ['5', '6', '8', '13'],
    'A',
    '9 − 4 = 5 and 2 + 6 = 8; 5 × 8 = 40; 40 ÷ 8 = 5.',
  ),
  question(
    code(
      'A hash table has 7 slots, numbered from 0. The slot of a key k is k mod 7; collisions are resolved by linear probing.',
      '',
      'The keys 15, 22, 8 and 30 are inserted in this order. Where does 30 end up?',
    ),
    ['In slot 2', 'In slot 3', 'In slot 4', 'In slot 5'],
    'C',
    '15 takes slot 1; 22 (1) goes on to 2; 8 (1) goes on to 3; 30 (2) finds 2 and 3 taken and goes on to 4.',
  ),
]

export const readingPrograms = [
  question(
    code('How often does this loop print?', '', 'for (int i = 1; i < 100; i *= 3)', '    puts("again");'),
    ['4 times', '5 times', '33 times', '99 times'],
    'B',
    'i is 1, 3, 9, 27 and 81 when the line is printed; the next value, 243, ends the loop. That is five times.',
  ),
  question(
    'A list of n numbers is sorted, and then every number is looked up in it by binary search. How does the time grow with n?',
    ['As n', 'As n log n', 'As n²', 'As log n'],
    'B',
    'Sorting takes n log n steps, and n searches of log n steps each take as many again; a constant factor changes nothing.',
  ),
  question(
    code('What does this Python program print?', '', "word = 'level'", 'print(word[1:-1][::-1])'),
    ['eve', 'lev', 'vel', 'level'],
    'A',
    'The slice takes the first and the last letter away, which leaves “eve”; read backwards it is the same.',
  ),
  question(
    'Which structure returns its newest element first?',
    ['A queue', 'A heap', 'A hash table', 'A stack'],
    'D',
    'A stack hands out its newest entry first; a queue its oldest, a heap its smallest or largest, a hash table whatever is asked for.',
  ),
  question(
    'A 32-bit signed integer holds 2,000,000,000 and is doubled in Java. What is the result?',
    ['4,000,000,000', 'A negative number', 'An exception', 'The largest int'],
    'B',
    'Java keeps the lower 32 bits: 4,000,000,000 − 2³² = −294,967,296. No exception is thrown, and nothing is clamped.',
  ),
]
