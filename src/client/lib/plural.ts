import { numberText } from './number.ts'

/** `1 question`, `1,200 questions`. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`
