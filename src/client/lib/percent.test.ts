import { describe, expect, it } from 'vitest'
import { percentText } from './percent.ts'

describe('a percentage in words', () => {
  it.each([
    [0, '0.0%'],
    [66.67, '66.7%'],
    [91.18, '91.2%'],
    [80, '80.0%'],
    [100, '100.0%'],
    [1250, '1,250.0%'],
  ])('%d has one decimal: %s', (percentage, text) => expect(percentText(percentage)).toBe(text))

  it.each([
    [39.96, '39.9%'],
    [74.96, '74.9%'],
    [89.95, '89.9%'],
    [99.99, '99.9%'],
  ])('%d is not what it is rounded to: %s', (percentage, text) => expect(percentText(percentage)).toBe(text))
})
