import type { BankQuestionForm } from '#shared/bank/bank.schema.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import type { FullRow } from '../bank.repo.ts'

/** The images of options that a new version keeps: those whose text is the same. */
function withImages(form: BankQuestionForm, known: TypedFields): BankQuestionForm {
  if (!('options' in form) || form.optionImages || !('options' in known)) return form
  const images = Object.entries(known.optionImages ?? {}).flatMap(([letter, url]) => {
    const text = known.options[letter as Letter]
    return lettersOf(form).flatMap((one) => (form.options[one] === text ? [[one, url] as const] : []))
  })
  return images.length > 0 ? { ...form, optionImages: Object.fromEntries(images) } : form
}

/** The known values of the settings that the file does not state. @param path of a gap, such as `gaps.0.` */
const settingsOf = (known: object, defaults: readonly string[], path = '') =>
  Object.fromEntries(Object.entries(known).filter(([field]) => defaults.includes(path + field)))

/** Word limits from the file and the bank may contradict each other. The file's count. */
const isPossible = ({ minWords, maxWords }: { minWords?: unknown; maxWords?: unknown }) =>
  typeof minWords !== 'number' || typeof maxWords !== 'number' || minWords <= maxWords

/** Adds the settings of a known question of the same type, such as the unit of a number. */
function withSettings(form: BankQuestionForm, known: TypedFields, defaults: readonly string[]): BankQuestionForm {
  if (form.type === 'gaps' && known.type === 'gaps') {
    const gaps = form.gaps.map((gap, place) => {
      const same = known.gaps[place]
      return same?.kind === gap.kind ? { ...gap, ...settingsOf(same, defaults, `gaps.${place}.`) } : gap
    })
    return { ...form, gaps }
  }
  if (form.type !== known.type) return form
  const kept = { ...form, ...settingsOf(known, defaults) }
  if (kept.type !== 'essay' || known.type !== 'essay' || form.type !== 'essay') return kept
  const limits = isPossible(kept) ? {} : { minWords: form.minWords, maxWords: form.maxWords }
  return { ...kept, ...limits, ...(form.rubric.length === 0 && { rubric: known.rubric }) }
}

/** A new version keeps what the file does not state. @param defaults fields whose values are defaults */
export function withKnown(
  form: BankQuestionForm,
  { question, content }: FullRow,
  defaults: readonly string[],
): BankQuestionForm {
  const { subject, topic, tags, source, notes, difficulty, language } = question
  const { marks, penalty, explanation, passage, questionImageUrl } = content
  const known = joinFields(content)
  return {
    ...withSettings(withImages(form, known), known, defaults),
    ...(defaults.includes('subject') && { subject }),
    ...(defaults.includes('difficulty') && { difficulty }),
    ...(defaults.includes('language') && { language }),
    ...(defaults.includes('marks') && { marks }),
    topic: form.topic || topic,
    tags: form.tags.length > 0 ? form.tags : tags,
    source: form.source ?? source,
    notes: form.notes ?? notes,
    penalty: form.penalty ?? penalty,
    explanation: form.explanation ?? explanation,
    passage: form.passage ?? passage,
    questionImageUrl: form.questionImageUrl ?? questionImageUrl,
  }
}
