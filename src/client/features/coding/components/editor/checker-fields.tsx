import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { onlyKnown } from '#client/lib/known.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { FormRow } from '#client/ui/form-section.tsx'
import { checkerProtocols, interactorProtocols } from '#shared/coding/comparison.schema.ts'
import { languageNames, programLanguages } from '#shared/coding/languages.rules.ts'
import { checkerTemplates, interactorTemplates, isTemplate } from '../../model/checker-templates.ts'
import { interactorTexts, protocolTexts } from '../../model/judging-text.ts'
import type { DraftChecker } from '../../model/question-draft.ts'
import { useLanguageChoices } from '../../queries.ts'
import { SourceFiles } from './source-files.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'

/** Differences between checkers and interactors. The draft keeps both in one field. */
const kinds = {
  checker: {
    title: 'Checker',
    protocols: checkerProtocols,
    texts: protocolTexts as Partial<typeof protocolTexts>,
    templates: checkerTemplates as Partial<typeof checkerTemplates>,
    note: 'The checker runs once for each test case',
  },
  interactor: {
    title: 'Interactor',
    protocols: interactorProtocols,
    texts: interactorTexts as Partial<typeof protocolTexts>,
    templates: interactorTemplates as Partial<typeof checkerTemplates>,
    note: 'The interactor runs once for each test case, beside the program',
  },
} as const

function useChecker() {
  const store = useDraftStore()
  const checker = useDraft(({ draft }) => draft.checker)
  const change = (patch: Partial<DraftChecker>) =>
    store.setField('checker', { ...store.read().draft.checker, ...patch })
  return { checker, change }
}

/** The author's own checker or interactor: its protocol, code and header files. */
export function CheckerFields({ kind }: { kind: keyof typeof kinds }) {
  const { title, protocols, texts, templates, note } = kinds[kind]
  const { checker, change } = useChecker()
  const path = `${kind}.code`
  const error = useDraftError(path)
  const languageChoices = useLanguageChoices(programLanguages)
  const { language, code } = checker
  // An interactor has fewer protocols than a checker.
  const protocol = texts[checker.protocol] ? checker.protocol : 'kattis'
  const template = templates[protocol] ?? checkerTemplates.kattis
  // An unmodified template of the other kind is replaced.
  const isForeign = code !== '' && isTemplate(code) && code !== template.code
  useEffect(() => {
    if (protocol !== checker.protocol || isForeign) change({ protocol, ...(isForeign && template) })
  })
  return (
    <>
      <Select
        label="Protocol"
        description={texts[protocol]?.text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={protocols.map((one) => ({ value: one, label: texts[one]?.label ?? one }))}
        value={protocol}
        // An unmodified template changes with the protocol.
        onChange={onlyKnown(checkerProtocols, (next) =>
          change({ protocol: next, ...(code.trim() !== '' && isTemplate(code) && templates[next]) }),
        )}
      />
      <FormRow wide>
        <Select
          label={`${title} language`}
          data={languageChoices}
          value={language}
          onChange={onlyKnown(programLanguages, (next) => change({ language: next }))}
        />
      </FormRow>
      <Stack gap={6} miw={0}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={500} aria-hidden>
            {title} code
          </Text>
          {code.trim() === '' && (
            <Button variant="default" size="xs" onClick={() => change(template)}>
              Start from the {languageNames[template.language]} template
            </Button>
          )}
        </Group>
        <CodeEditor
          value={code}
          onChange={(next) => change({ code: next })}
          language={language}
          label={`${title} code`}
          fontSize={13}
          error={error}
          path={path}
        />
        <Text size="xs" c="dimmed">
          {note}, for at most 10 s and with 512 MB of memory. Run a reference solution to try it.
        </Text>
      </Stack>
      <SourceFiles
        label="Header files"
        description="Files that the program includes, such as testlib.h: at most 10, 512 kB in total."
        files={checker.files}
        onChange={(files) => change({ files })}
        path={`${kind}.files`}
      />
      {protocol !== 'plain' && (
        <TextInput
          label="Arguments"
          description={`Passed to the ${kind} after the arguments of its protocol. Separate them by spaces.`}
          defaultValue={checker.arguments?.join(' ') ?? ''}
          onChange={({ currentTarget }) =>
            change({ arguments: currentTarget.value.split(/\s+/).filter((word) => word !== '') })
          }
        />
      )}
    </>
  )
}
