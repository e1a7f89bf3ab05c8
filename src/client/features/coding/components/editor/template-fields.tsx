import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { onlyKnown } from '#client/lib/known.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { type Language, languageNames, languages } from '#shared/coding/languages.rules.ts'
import { singleFileLanguages } from '#shared/coding/templates.schema.ts'
import { functionTemplates } from '../../model/function-templates.ts'
import { type DraftTemplate, starterOf, templateFor } from '../../model/question-draft.ts'
import { SourceFiles } from './source-files.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'

const stateText = ({ starter_code, driver, files }: DraftTemplate) =>
  driver ? 'function' : starter_code || files.length > 0 ? 'own starter code' : 'default starter code'

/** Per language: the code that students start from, and the driver that calls it. */
export function TemplateFields() {
  const store = useDraftStore()
  const draft = useDraft((state) => state.draft)
  const [chosen, setChosen] = useState<Language | null>(null)
  const supported = draft.supported_languages
  const language = chosen && supported.includes(chosen) ? chosen : (supported[0] ?? 'python')
  const put = (changed: readonly DraftTemplate[]) => {
    const isChanged = ({ language }: DraftTemplate) => changed.some((one) => one.language === language)
    store.setField('templates', [...store.read().draft.templates.filter((one) => !isChanged(one)), ...changed])
  }
  const isUnused = supported.every((one) => stateText(templateFor(draft, one)) === 'default starter code')
  const addExamples = () => put(supported.map((one) => ({ language: one, ...functionTemplates[one], files: [] })))
  return (
    <FormSection
      title="Starter code"
      text="Students usually write a whole program. With a driver, they write only a function, and need not read input."
    >
      <Group gap="sm" align="flex-end">
        <Select
          label="Starter code for"
          data={supported.map((one) => ({
            value: one,
            label: `${languageNames[one]}: ${stateText(templateFor(draft, one))}`,
          }))}
          value={language}
          onChange={onlyKnown(languages, setChosen)}
          miw="min(300px, 100%)"
        />
        {isUnused && supported.length > 0 && (
          <Button variant="default" onClick={addExamples}>
            Start from an example function
          </Button>
        )}
      </Group>
      <TemplateOf key={language} language={language} onChange={(changed) => put([changed])} />
    </FormSection>
  )
}

interface TemplateOfProps {
  language: Language
  onChange: (template: DraftTemplate) => void
}

function TemplateOf({ language, onChange }: TemplateOfProps) {
  const draft = useDraft((state) => state.draft)
  const template = templateFor(draft, language)
  const [hasDriver, setHasDriver] = useState(template.driver !== '')
  /** Code removed here, so that it can be restored. */
  const [removed, setRemoved] = useState({ starter_code: '', driver: '' })
  const at = draft.templates.findIndex((one) => one.language === language)
  const path = `templates.${at < 0 ? draft.templates.length : at}`
  const starterError = useDraftError(`${path}.starter_code`)
  const driverError = useDraftError(`${path}.driver`)
  const languageError = useDraftError(`${path}.language`)
  const name = languageNames[language]
  const isOwn = template.starter_code !== ''
  const swapStarter = () => {
    setRemoved({ ...removed, starter_code: template.starter_code })
    onChange({ ...template, starter_code: isOwn ? '' : removed.starter_code })
  }
  // "Start from an example function" may have added a driver.
  const withDriver = hasDriver || template.driver !== ''
  return (
    <>
      <Stack gap={6} miw={0}>
        <Group justify="space-between" gap="xs" mih={30}>
          <Text size="sm" fw={500} aria-hidden>
            Starter code in {name}
          </Text>
          {(isOwn || removed.starter_code !== '') && (
            <Button variant="default" size="xs" onClick={swapStarter}>
              {isOwn ? 'Use the default starter code' : 'Restore your starter code'}
            </Button>
          )}
        </Group>
        <CodeEditor
          value={starterOf(draft, language)}
          onChange={(starter_code) => onChange({ ...template, starter_code })}
          language={language}
          label={`Starter code in ${name}`}
          fontSize={13}
          error={starterError ?? languageError}
          path={`${path}.starter_code`}
        />
      </Stack>
      <Switch
        label="Provide the main program (driver)"
        description={`Students write only what it calls. ${driverTexts[language]}`}
        checked={withDriver}
        onChange={({ currentTarget: { checked } }) => {
          setHasDriver(checked)
          if (!checked) setRemoved({ ...removed, driver: template.driver })
          onChange({ ...template, driver: checked ? removed.driver : '' })
        }}
      />
      {withDriver && (
        <Stack gap={6} miw={0}>
          <Text size="sm" fw={500} aria-hidden>
            Driver in {name}
          </Text>
          <CodeEditor
            value={template.driver}
            onChange={(driver) => onChange({ ...template, driver })}
            language={language}
            label={`Driver in ${name}`}
            fontSize={13}
            error={driverError}
            path={`${path}.driver`}
          />
          <Text size="xs" c="dimmed">
            Students do not see the driver, but a program can read it, so keep answers out of it.
          </Text>
        </Stack>
      )}
      {!singleFileLanguages.includes(language) && (
        <SourceFiles
          label="Other files"
          description="Files beside the program, such as headers or classes: at most 10, 512 kB in total."
          files={template.files}
          onChange={(files) => onChange({ ...template, files })}
          path={`${path}.files`}
        />
      )}
    </>
  )
}

/** How a driver uses the student's code. */
const driverTexts: Record<Language, string> = {
  javascript: 'The driver runs after the student’s code and can call it directly.',
  typescript: 'The driver runs after the student’s code and can call it directly.',
  kotlin: 'Their code is compiled together with the driver.',
  php: "Their code is solution.php: require 'solution.php';",
  ruby: "Their code is solution.rb: require_relative 'solution'",
  haskell: 'Their code is the module Solution: import Solution',
  python: 'Their code is solution.py: from solution import add',
  java: 'Their class, such as Solution, is compiled together with the driver.',
  cpp: 'Their code is solution.cpp: #include "solution.cpp"',
  c: 'Their code is solution.c: #include "solution.c"',
  csharp: 'Their class is compiled together with the driver.',
  go: 'Their code is in the same package, main.',
  rust: 'Their code is the module solution: mod solution;',
  sql: 'Their statements may change the tables, and the rows of its queries are judged.',
}
