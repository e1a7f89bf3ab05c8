import { Box, Button, CloseButton, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useUser } from '#client/lib/session.ts'
import type { DialogProps } from '#client/ui/modal.tsx'
import { useOpenDialog } from '#client/ui/modal-stack.ts'
import { addRecent } from '../model/recent-results.ts'
import type { Place } from '../model/result-links.ts'
import classes from './search-dialog.module.css'
import { type Choice, type SearchPage, useChoices } from './use-search-results.ts'

export interface SearchDialogProps extends DialogProps {
  pages: readonly SearchPage[]
}

/** Finds pages, tests, people, colleges and questions as the user types. */
export function SearchDialog({ pages, opened, onClose }: SearchDialogProps) {
  const id = useId()
  useOpenDialog(id, opened, onClose)
  return (
    <Modal
      id={id}
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      returnFocus={false}
      padding={0}
      size={600}
      yOffset="min(5rem, 4dvh)"
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      classNames={{ body: classes.body ?? '' }}
    >
      <Search pages={pages} onClose={onClose} />
    </Modal>
  )
}

const linkOf = ({ to, params = {}, search = {} }: Place) => ({ to, params, search })

function Search({ pages, onClose }: Omit<SearchDialogProps, 'opened'>) {
  const id = useId()
  const user = useUser()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string>()
  const text = query.trim()
  const { groups, pending, error, retry } = useChoices(text, pages)
  const choices = groups.flatMap((group) => group.choices)
  // Keep the selected item while the list changes.
  const selected = Math.max(
    0,
    choices.findIndex(({ key }) => key === chosen),
  )
  const active = choices[selected]
  const optionId = (key: string) => `${id} ${key}`.replace(/[^\w-]/g, '-')
  const activeId = active && optionId(active.key)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const remember = ({ hit }: Choice) => {
    if (hit) addRecent(user.id, hit)
  }
  const hearKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(choices.at((selected + step) % choices.length)?.key)
    else if (mod && event.key.toLowerCase() === 'k') onClose()
    else if (event.key === 'Enter' && active) {
      remember(active)
      const link = linkOf(active.place)
      if (mod) window.open(router.buildLocation(link).href, '_blank')
      else {
        onClose()
        void router.navigate(link)
      }
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TextInput
        py={4}
        px={8}
        flex="none"
        data-autofocus
        size="md"
        variant="unstyled"
        className="line-below"
        placeholder={user.role === 'student' ? 'Search pages, tests and problems' : 'Search pages, tests and people'}
        aria-label="Search"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        leftSection={pending ? <Loader size={16} /> : <IconSearch size={18} stroke={1.7} aria-hidden />}
        rightSection={<CloseButton onClick={onClose} aria-label="Close search" />}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setChosen(undefined)
        }}
        onKeyDown={hearKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options in a list box are not form fields
          <div key={group.label} role="group" aria-label={group.label}>
            <Box px={8} pt={12} pb={4} c="dimmed" fz="xs" fw={550} aria-hidden>
              {group.label}
            </Box>
            {group.choices.map((choice) => (
              <Option
                key={choice.key}
                id={optionId(choice.key)}
                choice={choice}
                selected={choice === active}
                onOpen={(inPlace) => {
                  remember(choice)
                  if (inPlace) onClose()
                }}
              />
            ))}
          </div>
        ))}
      </div>
      {choices.length === 0 && !error && (
        <Text py="xl" px="md" c="dimmed" fz="sm" ta="center" className="anywhere">
          {pending ? 'Searching…' : `No results for “${text}”`}
        </Text>
      )}
      {error ? (
        <div className={classes.failure} role="alert">
          {messageOf(error)}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <div className={classes.keys} aria-hidden>
          <kbd>↑</kbd>
          <kbd>↓</kbd> to move <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
        </div>
      )}
      <div role="status" className="visually-hidden">
        {text && !pending && !error && (choices.length > 0 ? plural(choices.length, 'result') : 'No results')}
      </div>
    </>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  selected: boolean
  /** @param inPlace false to open it in another tab */
  onOpen: (inPlace: boolean) => void
}

const Option = ({ id, choice, selected, onOpen }: OptionProps) => (
  <Link
    {...linkOf(choice.place)}
    id={id}
    role="option"
    aria-selected={selected}
    tabIndex={-1}
    preload={false}
    className={`hoverable ${classes.option}`}
    onClick={(event) => onOpen(!event.ctrlKey && !event.metaKey && !event.shiftKey)}
  >
    <choice.icon size={18} stroke={1.6} color="var(--mantine-color-dimmed)" aria-hidden />
    <Stack component="span" gap={0} flex={1} miw={0} className="anywhere">
      <span>{choice.title}</span>
      {choice.detail && <span className={classes.detail}>{choice.detail}</span>}
    </Stack>
    {choice.status && <span className={classes.detail}>{choice.status}</span>}
  </Link>
)
