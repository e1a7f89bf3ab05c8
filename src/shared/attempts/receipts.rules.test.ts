import { expect, it } from 'vitest'
import { readReceipt, receiptAlphabet } from './receipts.rules.ts'

const code = '7K3M-9QXD-2HTA-55RV-0BNE-C81W'

it('reads a receipt in any case and grouping, and corrects look-alike letters', () => {
  for (const typed of [
    code,
    code.toLowerCase(),
    ` ${code.replaceAll('-', ' ')} `,
    code.replaceAll('-', ''),
    code.replaceAll('-', ' – '),
    code.replace('0', 'o').replace('1', 'l').replace('V', 'u'),
    code.replace('1', 'I'),
  ])
    expect(readReceipt(typed), typed).toBe(code)
})

it('rejects codes that are too short or too long', () => {
  for (const typed of ['', 'hello', 'AAAA-BBBB', code.slice(0, -1), `${code}A`, '------------------------'])
    expect(readReceipt(typed), typed).toBeNull()
})

it('leaves every letter of the alphabet unchanged', () => {
  expect(readReceipt(receiptAlphabet.slice(0, 24))?.replaceAll('-', '')).toBe(receiptAlphabet.slice(0, 24))
  expect(readReceipt(receiptAlphabet.slice(-24))?.replaceAll('-', '')).toBe(receiptAlphabet.slice(-24))
})
