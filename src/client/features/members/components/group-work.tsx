import { Alert, Box, Button, Group } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { answerToasts } from '#client/lib/report-outcome.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import type { StudentGroup } from '#shared/members/groups.schema.ts'
import { useDecideGroupRequest, useGroupWork } from '../queries.ts'
import classes from './members.module.css'

const placeText = ({ batch, branch, section }: StudentGroup) => [batch, branch, section].filter(Boolean).join(' · ')

/** Students' pending requests to change groups, and their changes that needed no approval. */
export function GroupWork() {
  const work = useGroupWork()
  const decide = useDecideGroupRequest()
  if (!work || work.totalRequests + work.totalChanges === 0) return null
  const { requests, totalRequests, changes, totalChanges } = work
  return (
    <Alert data-print="hide" mb="lg" color="blue" icon={<IconArrowsExchange size={18} aria-hidden />}>
      {totalRequests > 0 && (
        <>
          <strong>{plural(totalRequests, 'student wants', 'students want')} to change batch, branch or section</strong>
          <Box component="ul" mah={260} mt={4} className={`people ${classes.list}`}>
            {requests.map(({ id, name, from, to }) => (
              <li key={id}>
                <Box component="span" miw={0} className="anywhere">
                  <StudentLink studentId={id}>{name}</StudentLink>: {placeText(from)} → {placeText(to)}
                </Box>
                <Group gap="xs" wrap="nowrap">
                  {([true, false] as const).map((accept) => (
                    <Button
                      key={String(accept)}
                      size="compact-sm"
                      variant="default"
                      aria-label={`${accept ? 'Accept' : 'Reject'} ${name}’s request`}
                      loading={decide.isPending && decide.variables.id === id && decide.variables.accept === accept}
                      onClick={() => decide.mutate({ id, accept }, answerToasts)}
                    >
                      {accept ? 'Accept' : 'Reject'}
                    </Button>
                  ))}
                </Group>
              </li>
            ))}
          </Box>
        </>
      )}
      {totalChanges > 0 && (
        <>
          <strong>{plural(totalChanges, 'change', 'changes')} to batch, branch or section by students this week</strong>
          <Box component="ul" mah={260} mt={4} className={`people ${classes.list}`}>
            {changes.map(({ id, name, from, to, at }) => (
              <li key={`${id} ${at}`}>
                <Box component="span" miw={0} className="anywhere">
                  {name ? <StudentLink studentId={id}>{name}</StudentLink> : 'An erased student'}: {placeText(from)} →{' '}
                  {placeText(to)}
                </Box>
                <RelativeTime value={at} />
              </li>
            ))}
          </Box>
        </>
      )}
    </Alert>
  )
}
