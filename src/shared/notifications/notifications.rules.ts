import { percentOf } from '../numbers.ts'

/** Delivery statistics: recipients, readers and the percentage who read it. */
export const figuresOf = ({ recipients, read }: { recipients: number; read: number }) => ({
  totalRecipients: recipients,
  totalRead: read,
  totalUnread: recipients - read,
  readPercentage: percentOf(read, recipients),
})
