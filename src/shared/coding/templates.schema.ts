import { z } from 'zod'
import { anyProgramText, sourceFiles } from './comparison.schema.ts'
import { type Language, languageFacts, languageNames, languages } from './languages.rules.ts'

/** A question's template for one language: starter code, a hidden main program, and other files. */

/** Maximum characters of starter code and of a driver. */
const maxCode = 65_536

const optionalCode = anyProgramText(maxCode, '64 kB')
  .nullish()
  .transform((code) => code ?? '')

export const templateForm = z.object({
  language: z.enum(languages),
  starter_code: optionalCode.describe('In the editor before the student writes; the usual starter code if empty'),
  driver: optionalCode.describe(
    'The main program, which calls the student’s code; if omitted, the student’s code is the main program',
  ),
  files: sourceFiles.default([]).describe('Other files beside the program, which students do not see'),
})
export type TemplateForm = z.output<typeof templateForm>

/** True if the template is not empty. */
const isUsed = ({ starter_code, driver, files }: TemplateForm) =>
  starter_code.trim() !== '' || driver.trim() !== '' || files.length > 0

/** Names of the files of the submission and the driver. */
const ownNames = (language: Language) =>
  ['main', 'solution', 'Main', 'Solution'].map((name) => `${name}.${languageFacts[language].extensions[0]}`)

/** Languages whose submissions and drivers become one file, so that there are no others. */
export const singleFileLanguages: readonly Language[] = ['javascript', 'typescript', 'sql']

export const templateList = z
  .array(templateForm)
  .max(languages.length)
  .default([])
  .superRefine((list, ctx) => {
    for (const [at, { language, files }] of list.entries()) {
      const name = languageNames[language]
      const error = (message: string) => ctx.addIssue({ code: 'custom', path: [at, 'language'], message })
      if (list.findIndex((one) => one.language === language) < at) error(`There are two templates for ${name}`)
      const taken = files.find((file) => ownNames(language).includes(file.name))
      if (taken) error(`The name ${taken.name} is taken by the program itself`)
      if (files.length > 0 && singleFileLanguages.includes(language)) error(`${name} programs cannot have other files`)
    }
  })
  .transform((list) => list.filter(isUsed))

/** The fields of a template that students may see. */
export const shownTemplate = z.object({
  language: z.enum(languages),
  starter_code: z.string(),
  has_driver: z
    .boolean()
    .describe('True if the question has the main program, and the student writes the code that it calls'),
})

/** A template, including the fields that only the question's author sees. */
export const wholeTemplate = shownTemplate.extend({
  driver: z.string().optional().describe('Master admin only'),
  files: sourceFiles.optional().describe('Master admin only'),
})

export const showTemplate = ({ language, starter_code, driver }: TemplateForm): z.output<typeof shownTemplate> => ({
  language,
  starter_code,
  has_driver: driver !== '',
})
