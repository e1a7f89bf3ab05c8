import { percentOf } from '../numbers.ts'

/** What sending came to: how many got it, how many of them have read it, and how many of those in percent. */
export const figuresOf = ({ recipients, read }: { recipients: number; read: number }) => ({
  totalRecipients: recipients,
  totalRead: read,
  totalUnread: recipients - read,
  readPercentage: percentOf(read, recipients),
})
