import { Tabs, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './bars.module.css'

interface TabsBarProps<Value extends string> {
  /** Label of the tabs for screen readers. */
  label: string
  tabs: readonly { value: Value; label: string; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

/** Tabs that show one part at a time. The caller keeps the selection, usually in the URL. */
export function TabsBar<Value extends string>({ label, tabs, value, onChange, children }: TabsBarProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone, not all tabs fit, so scroll to the selected one. (scrollIntoView would scroll the page too.)
  useEffect(() => {
    const bar = list.current
    const tab = bar?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    if (!bar || !tab) return
    const beyond = tab.offsetLeft + tab.offsetWidth - (bar.scrollLeft + bar.clientWidth)
    if (beyond > 0) bar.scrollLeft += beyond
    else if (tab.offsetLeft < bar.scrollLeft) bar.scrollLeft = tab.offsetLeft
  }, [value])
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const tab = tabs.find((known) => known.value === next)
        if (tab) onChange(tab.value)
      }}
    >
      <Tabs.List ref={list} aria-label={label} className={classes.list}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={classes.tab} data-tab={tab.value}>
            {tab.label}
            {tab.count !== undefined && (
              <Text span inherit ml={7} c="dimmed" fz="xs" fw={400} className="tabular">
                {tab.count.toLocaleString()}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
