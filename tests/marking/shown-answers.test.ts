import { expect, it } from 'vitest'
import { aQuestion } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

it('shows markers the letters that the student saw and the texts of chosen options', async () => {
  const world = await createWorld()
  const college = await world.college()
  const students = await Promise.all(Array.from({ length: 4 }, () => world.student(college)))
  const options = { A: 'Oslo', B: 'Paris', C: 'Rome', D: 'Bern' }
  const questions: QuestionInput[] = [
    aQuestion({ options, correctAnswer: 'B' }),
    { type: 'multiple', questionText: 'Which two?', options, correctAnswers: ['B', 'C'] },
    { type: 'gaps', questionText: '{{1}}?', gaps: [{ kind: 'choice', options, correctAnswer: 'B' }] },
    {
      type: 'matching',
      questionText: 'Match',
      pairs: [
        { left: 'France', right: 'Paris' },
        { left: 'Italy', right: 'Rome' },
      ],
    },
    { type: 'ordering', questionText: 'Order', items: ['Oslo', 'Paris', 'Rome'] },
  ]
  const { id } = await world.assignedTest(college, students, { questions, shuffleOptions: true })
  const marking = world.call(await world.faculty(college)).marking
  const letters = new Set<string>()
  for (const student of students) {
    const { test, attemptId } = await world.call(student).attempts.start({ id })
    const [single, multiple, gaps, matching, ordering] = test.questions
    if (!single || !multiple || !gaps || matching?.type !== 'matching' || ordering?.type !== 'ordering')
      throw new Error('Missing question')
    const lettersOf = (question: object, ...texts: string[]) =>
      Object.entries((question as { options: Record<string, string> }).options)
        .filter(([, text]) => texts.includes(text))
        .map(([letter]) => letter)
    const idOf = (parts: readonly { id: string; text: string }[], text: string) =>
      parts.find((part) => part.text === text)?.id ?? ''
    const [paris = ''] = lettersOf(single, 'Paris')
    const two = lettersOf(multiple, 'Paris', 'Rome')
    letters.add(paris)
    const answers = [
      { questionId: single.id, answer: paris },
      { questionId: multiple.id, answer: two },
      { questionId: gaps.id, answer: ['B'] },
      {
        questionId: matching.id,
        answer: {
          [idOf(matching.left, 'France')]: idOf(matching.right, 'Paris'),
          [idOf(matching.left, 'Italy')]: idOf(matching.right, 'Rome'),
        },
      },
      { questionId: ordering.id, answer: ['Paris', 'Oslo', 'Rome'].map((text) => idOf(ordering.items, text)) },
    ]
    await world.call(student).attempts.submit({ id, answers })
    const shown = async ({ id: questionId }: { id: string }) => {
      const queue = await marking.queue({ id, questionId, state: 'all' })
      return queue.answers.find((answer) => answer.attemptId === attemptId)?.answerText
    }
    expect(await shown(single)).toBe(`${paris}. Paris`)
    const optionsOf = (multiple as unknown as { options: Record<string, string> }).options
    expect(await shown(multiple)).toBe(two.map((letter) => `${letter}. ${optionsOf[letter]}`).join('\n'))
    expect(await shown(gaps)).toBe('Paris')
    expect((await shown(matching))?.split('; ').sort()).toEqual(['France → Paris', 'Italy → Rome'])
    expect(await shown(ordering)).toBe('Paris → Oslo → Rome')
  }
  expect(letters.size).toBeGreaterThan(1)
})
