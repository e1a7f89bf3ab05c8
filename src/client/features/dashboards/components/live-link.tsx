import { IconActivity } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'

/** Link to the live board of a running test. */
export const LiveLink = ({ assignmentId }: { assignmentId: string }) => (
  <LinkButton
    to="/live-board/$assignmentId"
    params={{ assignmentId }}
    variant="default"
    size="compact-sm"
    leftSection={<IconActivity size={14} aria-hidden />}
  >
    Live board
  </LinkButton>
)
