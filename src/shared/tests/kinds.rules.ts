/** Subjects and difficulties of questions and tests. */
export const subjects = ['Verbal', 'Reasoning', 'Technical', 'Arithmetic', 'Communication'] as const
export const difficulties = ['Easy', 'Medium', 'Hard'] as const
export type Difficulty = (typeof difficulties)[number]
