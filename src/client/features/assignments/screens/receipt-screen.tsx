import { Button, TextInput } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import classes from '../components/receipt-result.module.css'
import { ReceiptResult } from '../components/receipt-result.tsx'

/** A receipt's code typed in: whether it is genuine, and what it stands for. The code stays in the URL, to be shared. */
export function ReceiptScreen() {
  useBackLink({ to: '/tests', label: 'Tests' })
  const [params, setParams] = useListParams(['code'])
  const asked = params.code ?? ''
  const [text, setText] = useState(asked)
  const [complaint, setComplaint] = useState<string>()
  return (
    <>
      <PageHeader
        title="Check a receipt"
        purpose="Students get a receipt when they submit. Its code proves which answers were handed in."
      />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const code = text.trim()
          setComplaint(code === '' ? 'Please enter the code of a receipt' : undefined)
          if (code !== '') setParams({ code })
        }}
      >
        <TextInput
          className={classes.code}
          label="Code of the receipt"
          description="Six groups of four letters and digits, in any case, with or without hyphens."
          placeholder="7K3M-9QXD-2HTA-55RV-0BNE-C81W"
          value={text}
          error={complaint}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          leftSection={<IconReceipt size={16} aria-hidden />}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setComplaint(undefined)
          }}
        />
        <Button type="submit">Check</Button>
      </form>
      {asked !== '' && <ReceiptResult code={asked} />}
    </>
  )
}
