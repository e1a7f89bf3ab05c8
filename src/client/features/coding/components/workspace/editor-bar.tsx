import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { type Icon, IconMinus, IconPlus, IconRestore } from '@tabler/icons-react'
import { onlyKnown } from '#client/lib/known.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { layoutBounds } from '../../model/workspace-layout.ts'
import { compilerOf, type QuestionDetail, reasonAgainst, useLanguages } from '../../queries.ts'
import classes from './workspace.module.css'

interface EditorBarProps {
  question: QuestionDetail
  language: Language
  fontSize: number
  onFontSize: (size: number) => void
  onLanguage: (language: Language) => void
  onReset: () => void
}

export function EditorBar({ question, language, fontSize, onFontSize, onLanguage, onReset }: EditorBarProps) {
  const { data: statuses } = useLanguages()
  const confirm = useConfirm()
  const { min, max } = layoutBounds.fontSize
  const reason = reasonAgainst(statuses, language)
  const compiler = compilerOf(statuses, language)
  // Keep code readable if the question no longer accepts its language.
  const offered = question.supported_languages.includes(language)
    ? question.supported_languages
    : [...question.supported_languages, language]
  const reset = async () => {
    const sure = await confirm({
      title: 'Reset to the template?',
      message: `The template replaces your ${languageNames[language]} code for this problem.`,
      confirmLabel: 'Reset',
    })
    if (sure) onReset()
  }
  return (
    <Group gap="4px 10px" mih={42} py={4} px={8} className={`line-below ${classes.bar}`}>
      <NativeSelect
        flex="0 1 180px"
        miw={0}
        aria-label="Language"
        size="xs"
        data={offered.map((value) => {
          const why = reasonAgainst(statuses, value)
          return {
            value,
            label: why === undefined ? languageNames[value] : `${languageNames[value]} (not available: ${why})`,
            disabled: why !== undefined,
          }
        })}
        value={language}
        onChange={(event) => onlyKnown(offered, onLanguage)(event.currentTarget.value)}
      />
      {compiler && (
        <Text span inherit miw={0} c="dimmed" fz="xs" className="anywhere">
          {compiler}
        </Text>
      )}
      {reason !== undefined && (
        <Text span inherit miw={0} c="var(--caution)" fz="xs" className="anywhere" role="status">
          {reason}
        </Text>
      )}
      <Group component="span" gap={2} wrap="nowrap" ms="auto">
        <Tool
          label="Smaller text"
          icon={IconMinus}
          disabled={fontSize <= min}
          onClick={() => onFontSize(fontSize - 1)}
        />
        <Text
          span
          inherit
          miw={20}
          c="dimmed"
          fz="xs"
          ta="center"
          className="tabular"
          role="status"
          aria-label={`Font size: ${fontSize} pixels`}
        >
          {fontSize}
        </Text>
        <Tool label="Larger text" icon={IconPlus} disabled={fontSize >= max} onClick={() => onFontSize(fontSize + 1)} />
        <Tool label="Reset to the template" icon={IconRestore} onClick={() => void reset()} />
      </Group>
    </Group>
  )
}

interface ToolProps {
  label: string
  icon: Icon
  disabled?: boolean
  onClick: () => void
}

const Tool = ({ label, icon: Shape, ...props }: ToolProps) => (
  <ActionIcon variant="subtle" color="gray" size="md" title={label} aria-label={label} {...props}>
    <Shape size={16} aria-hidden />
  </ActionIcon>
)
