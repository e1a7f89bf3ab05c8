import { Button, TextInput } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { notAReceipt, readReceipt } from '#shared/attempts/receipts.rules.ts'
import classes from '../components/my-tests.module.css'
import { ReceiptResult } from '../components/receipt-result.tsx'

/** Checks whether a receipt is genuine. The code is in the URL, so the result can be shared. */
export function ReceiptScreen() {
  useBackLink({ to: '/tests', label: 'Tests' })
  const [params, setParams] = useListParams(['code'])
  const asked = readReceipt(params.code ?? '')
  const [text, setText] = useState(asked ?? params.code ?? '')
  const [complaint, setComplaint] = useState(params.code && !asked ? notAReceipt : undefined)
  return (
    <>
      <PageHeader
        title="Check a receipt"
        purpose="Students get a receipt when they submit. It proves which answers they submitted."
      />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const code = readReceipt(text)
          if (code) setParams({ code })
          else setComplaint(text.trim() === '' ? 'Please enter the code of a receipt' : notAReceipt)
        }}
      >
        <TextInput
          className={classes.code}
          label="Code of the receipt"
          description="Six groups of four letters and digits. Case, spaces and hyphens don’t matter."
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
      {asked && !complaint && <ReceiptResult code={asked} />}
    </>
  )
}
