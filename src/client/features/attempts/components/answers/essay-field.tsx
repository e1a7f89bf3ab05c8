import { ActionIcon, type ActionIconProps, Box, Group, Text, Textarea } from '@mantine/core'
import {
  type Icon,
  IconBold,
  IconCode,
  IconEye,
  IconItalic,
  IconList,
  IconListNumbers,
  IconMathFunction,
} from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import {
  type EssayAnswer,
  type EssayBody,
  essayWith,
  filesIn,
  maxEssay,
  wordsIn,
} from '#shared/bank/types/essay.rules.ts'
import { type EssayFormat, essayFormat } from '../../model/essay-format.ts'
import { EssayFiles, type FileActions } from './essay-files.tsx'

interface EssayFieldProps {
  question: EssayBody
  value: EssayAnswer | null
  onAnswer: (value: EssayAnswer) => void
  files: FileActions
}

const tools: readonly [format: EssayFormat, name: string, icon: Icon][] = [
  ['bold', 'Bold', IconBold],
  ['italic', 'Italic', IconItalic],
  ['bullets', 'List', IconList],
  ['numbers', 'Numbered list', IconListNumbers],
  ['formula', 'Formula', IconMathFunction],
  ['code', 'Code', IconCode],
]
const keys: Record<string, EssayFormat> = { b: 'bold', i: 'italic' }

/** Formats the selection in a text field. The browser replaces the text, so Ctrl+Z can undo the change. */
function applyFormat(field: HTMLTextAreaElement, format: EssayFormat) {
  const change = essayFormat(field.value, field.selectionStart, field.selectionEnd, format)
  field.focus()
  field.setSelectionRange(change.from, change.to)
  document.execCommand(change.text === '' ? 'delete' : 'insertText', false, change.text)
  field.setSelectionRange(...change.selection)
}

/** A Markdown field with formatting buttons, a preview and a word count. */
export function EssayField({ question, value, onAnswer, files }: EssayFieldProps) {
  const { minWords, maxWords, allowFiles } = question
  const field = useRef<HTMLTextAreaElement>(null)
  const [previewing, setPreviewing] = useState(false)
  const text = value?.text ?? ''
  const words = wordsIn(text)
  const isOver = maxWords !== null && words > maxWords
  const format = (wanted: EssayFormat) => {
    if (field.current) applyFormat(field.current, wanted)
  }
  const press = (event: KeyboardEvent) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && keys[event.key.toLowerCase()]
    if (!wanted) return
    event.preventDefault()
    format(wanted)
  }
  const toolbar = (
    <Group role="toolbar" aria-label="Formatting" gap={0} mx={-8} my={4} wrap="nowrap">
      {tools.map(([wanted, name, ToolIcon]) => (
        <Tool key={wanted} name={name} icon={ToolIcon} disabled={previewing} onClick={() => format(wanted)} />
      ))}
      <Tool
        name="Preview"
        icon={IconEye}
        ml="auto"
        variant={previewing ? 'light' : 'subtle'}
        aria-pressed={previewing}
        onClick={() => setPreviewing(!previewing)}
      />
    </Group>
  )
  const preview = (
    <Box role="region" aria-label="Preview" mih={214} py={10} px={16} className="card anywhere">
      {text.trim() === '' ? <Text c="dimmed">Nothing written yet</Text> : <RichText text={text} />}
    </Box>
  )
  return (
    <Box role="group" aria-labelledby="question-text">
      <Textarea
        ref={field}
        label="Your answer"
        description={limitsText(minWords, maxWords)}
        inputContainer={(input) => (
          <>
            {toolbar}
            {previewing ? preview : input}
          </>
        )}
        size="lg"
        minRows={8}
        maxLength={maxEssay}
        value={text}
        onChange={(event) => onAnswer(essayWith(event.currentTarget.value, filesIn(value)))}
        onKeyDown={press}
      />
      <Group mt={6} gap={12} justify="space-between">
        <Text c={isOver ? 'var(--mantine-color-error)' : 'dimmed'} fz="sm" className="tabular">
          {plural(words, 'word')}
        </Text>
        <Text c="var(--mantine-color-error)" fz="sm" aria-live="polite">
          {isOver && `More than ${plural(maxWords, 'word')}`}
        </Text>
      </Group>
      {allowFiles && (
        <EssayFiles files={filesIn(value)} onFiles={(files) => onAnswer(essayWith(text, files))} actions={files} />
      )}
    </Box>
  )
}

interface ToolProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps | 'ref'> {
  name: string
  icon: Icon
}

const Tool = ({ name, icon: ToolIcon, ...props }: ToolProps) => (
  <ActionIcon size={36} variant="subtle" color="gray" aria-label={name} title={name} {...props}>
    <ToolIcon size={18} stroke={1.8} aria-hidden />
  </ActionIcon>
)

function limitsText(min: number | null, max: number | null): string | undefined {
  if (min !== null && max !== null)
    return min === max ? `Write ${plural(min, 'word')}.` : `Write ${min} to ${max} words.`
  if (min !== null) return `Write at least ${plural(min, 'word')}.`
  return max === null ? undefined : `Write at most ${plural(max, 'word')}.`
}
