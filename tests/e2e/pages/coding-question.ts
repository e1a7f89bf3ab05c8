import type { Product } from '../product.ts'

export const rightCode = 'a, b = map(int, input().split())\nprint(a + b)'

/** Creates a question about adding two numbers: the sample is worth 20, the hidden case 80. @returns its id */
export async function createCodingQuestion({ api }: Product): Promise<string> {
  const signedIn = await api('POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  const { body } = await api('POST', '/coding/questions', signedIn.body.token, {
    title: 'Sum of two',
    description: 'Print the sum of two numbers.',
    supported_languages: ['python'],
    testCases: [
      { input: '1 2\n', expected_output: '3\n', is_sample: true, weight: 20 },
      { input: '40 2\n', expected_output: '42\n', weight: 80 },
    ],
  })
  return body.question.id
}
