import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

/** Prints the screen as it is; how it looks on paper is app/print.css. */
export const PrintButton = () => (
  <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
    Print
  </Button>
)
