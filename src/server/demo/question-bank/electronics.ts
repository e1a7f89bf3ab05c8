import { boolean, matching, multiple, numeric, single } from '../questions/question.ts'
import { inTopic, retired, reworded } from './bank-question.ts'

const signed = (bits: string) => Number.parseInt(bits, 2) - (bits.startsWith('1') ? 2 ** bits.length : 0)

export const electronics = [
  ...inTopic('Technical', 'Digital electronics/Number systems', ['binary', 'semester 3'], {
    easy: ['1011', '10110', '11001', '101101'].map((bits) =>
      numeric(
        `Which decimal number is ${bits} in binary?`,
        Number.parseInt(bits, 2),
        'Add the powers of two at the places of the ones.',
      ),
    ),
    medium: ['2F', '7B', 'C8'].map((digits) =>
      numeric(
        `Convert the hexadecimal number ${digits} to decimal.`,
        Number.parseInt(digits, 16),
        'Sixteen times the value of the first digit, plus the second.',
      ),
    ),
    hard: ['11101100', '11110001', '10011100'].map((bits) =>
      numeric(
        `Which decimal number is ${bits} in 8-bit two’s complement?`,
        signed(bits),
        'The first bit counts −128, the others as usual.',
      ),
    ),
  }),
  ...inTopic('Technical', 'Digital electronics/Gates', ['logic', 'semester 3'], {
    easy: [
      boolean(
        'A NAND gate whose inputs are tied together works as an inverter.',
        true,
        'Both inputs are equal, and the AND of a value with itself is the value.',
      ),
      single(
        'Which gate gives 1 exactly when its two inputs differ?',
        'XOR',
        ['NAND', 'OR', 'XNOR', 'NOR'],
        'Exclusive or: one of the two, but not both.',
      ),
    ],
    medium: [
      multiple(
        'With which of these gates alone can every logic function be built?',
        ['NAND', 'NOR'],
        ['AND', 'OR', 'XOR'],
        'NAND and NOR are universal: NOT, AND and OR can be made of either.',
      ),
      reworded(
        single(
          'Which expression equals the complement of $A + B$?',
          '$\\overline{A} \\cdot \\overline{B}$',
          ['$\\overline{A} + \\overline{B}$', '$\\overline{A \\cdot B}$', '$A \\cdot B$'],
          'De Morgan’s law: the complement of a sum is the product of the complements.',
        ),
        'Which expression is equal to NOT (A OR B)?',
      ),
      matching(
        'Match each Boolean expression with its simplest form.',
        { 'A · 0': '0', 'A + 1': '1', 'A · A': 'A', 'A ⊕ 1': 'NOT A' },
        'The first three are laws of AND and OR; XOR with 1 inverts.',
      ),
    ],
  }),
  ...inTopic('Technical', 'Digital electronics/Sequential circuits', ['flip-flops', 'semester 3'], {
    easy: [
      single(
        'What does a JK flip-flop do at the clock edge when J = K = 1?',
        'It toggles',
        ['It is set', 'It is reset', 'It keeps its state'],
        'With both inputs at 1 the next state is the complement of the present one.',
      ),
      retired(
        boolean(
          'A latch changes its output only at the edge of the clock.',
          false,
          'Latches are transparent while enabled; flip-flops are triggered by an edge.',
        ),
      ),
    ],
    medium: [6, 12, 60, 100].map((states) =>
      numeric(
        `What is the least number of flip-flops for a counter with ${states} states?`,
        Math.ceil(Math.log2(states)),
        `The smallest n with 2^n ≥ ${states}.`,
      ),
    ),
    hard: [
      [16, 4],
      [20, 2],
      [48, 3],
    ].map(([clock = 0, bits = 0]) =>
      numeric(
        `A ${bits}-bit binary ripple counter is clocked with ${clock} MHz. What is the frequency of its last output?`,
        clock / 2 ** bits,
        `Each flip-flop halves the frequency: ${clock} MHz ÷ ${2 ** bits}.`,
        { unit: 'MHz' },
      ),
    ),
  }),
  ...inTopic('Technical', 'Electrical engineering/DC circuits', ['circuits', 'semester 1'], {
    easy: [
      ...[
        [12, 48],
        [9, 30],
        [230, 46],
      ].map(([volts = 0, ohms = 1]) =>
        numeric(
          `Which current flows through a resistor of ${ohms} Ω at ${volts} V?`,
          volts / ohms,
          `Ohm’s law: I = V ÷ R = ${volts} ÷ ${ohms}.`,
          { unit: 'A', tolerance: 0.001 },
        ),
      ),
      single(
        'Kirchhoff’s current law follows from the conservation of which quantity?',
        'Charge',
        ['Energy', 'Momentum', 'Mass'],
        'What flows into a node flows out of it, because charge does not gather there.',
      ),
      boolean(
        'An ideal voltmeter has an infinite internal resistance.',
        true,
        'So that no current flows through it and the circuit is not disturbed.',
      ),
    ],
    medium: [
      ...[
        [6, 3],
        [20, 30],
        [12, 4],
      ].map(([first = 1, second = 1]) =>
        numeric(
          `Resistors of ${first} Ω and ${second} Ω are connected in parallel. What is their total resistance?`,
          (first * second) / (first + second),
          `Product over sum: ${first * second} ÷ ${first + second}.`,
          { unit: 'Ω', tolerance: 0.01 },
        ),
      ),
      matching(
        'Match each quantity with its SI unit.',
        { Resistance: 'ohm', Capacitance: 'farad', Inductance: 'henry', Charge: 'coulomb' },
        'The tesla measures magnetic flux density.',
        ['tesla'],
      ),
    ],
    hard: [
      [10, 4.7],
      [2.2, 100],
    ].map(([kiloohms = 1, microfarads = 1]) =>
      numeric(
        `A capacitor of ${microfarads} µF is charged through a resistor of ${kiloohms} kΩ. What is the time constant?`,
        Math.round(kiloohms * microfarads * 1000) / 1000,
        'τ = R · C, and kΩ times µF gives ms.',
        { unit: 'ms', tolerance: 0.01 },
      ),
    ),
  }),
  ...inTopic('Technical', 'Mechanics/Statics', ['semester 1'], {
    medium: [
      [6, 12, 2],
      [8, 20, 3],
    ].map(([span = 1, load = 0, from = 0]) =>
      numeric(
        `A simply supported beam of ${span} m carries a load of ${load} kN, ${from} m from its left support. What is the reaction at the right support?`,
        (load * from) / span,
        `Moments about the left support: R · ${span} m = ${load} kN · ${from} m.`,
        { unit: 'kN', tolerance: 0.01 },
      ),
    ),
  }),
]
