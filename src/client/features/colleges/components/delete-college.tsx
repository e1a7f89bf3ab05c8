import { Box, Button, Group, List, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { TypedConfirm } from '#client/ui/typed-confirm.tsx'
import type { CollegeOverview } from '#shared/colleges/colleges.schema.ts'
import { useDeleteCollege } from '../queries.ts'

/** The danger zone: deletes the college with all its data, then returns to the list. */
export function DeleteCollege({ overview }: { overview: CollegeOverview }) {
  const { college, features } = overview
  const [asking, setAsking] = useState(false)
  const removal = useDeleteCollege()
  const navigate = useNavigate()
  const featureOf = (name: CollegeOverview['features'][number]['feature']) =>
    features.find(({ feature }) => feature === name)
  const attempts = featureOf('attempts')?.used ?? 0
  const offers = featureOf('tests')?.of ?? 0

  const remove = async (confirm: string) => {
    await removal.mutateAsync({ id: college.id, confirm })
    notify.success('College deleted')
    await navigate({ to: '/college-management' })
  }

  return (
    <Group
      component="section"
      gap="12px 20px"
      justify="space-between"
      mt={40}
      p="md"
      bd="1px solid color-mix(in srgb, var(--mantine-color-error) 40%, var(--mantine-color-default-border))"
      bdrs="md"
      bg="var(--surface)"
      aria-labelledby="danger-zone"
    >
      <Box flex="1 1 20rem" miw={0}>
        <Text component="h2" mb={2} fz="sm" fw={600} id="danger-zone">
          Delete this college
        </Text>
        <Text size="sm" c="dimmed">
          This also deletes its people, attempts and results. To block access for a while, deactivate the college
          instead.
        </Text>
      </Box>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Delete College
      </Button>
      <TypedConfirm
        opened={asking}
        title="Delete this college?"
        phrase={college.code}
        phraseName="the college code"
        confirmLabel="Delete College"
        busyText="Deleting the college. This may take a few seconds."
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <div>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <strong>{college.name}</strong> is deleted for everyone, together with:
          </Text>
          <List size="sm" mt="xs" spacing={2}>
            <List.Item>its administrator and {plural(college.totalFaculty, 'faculty member')}</List.Item>
            <List.Item>{plural(college.totalStudents, 'student')}</List.Item>
            <List.Item>their {plural(attempts, 'attempt')}, with answers and results</List.Item>
            <List.Item>{plural(offers, 'test assignment')} (the tests themselves are kept)</List.Item>
          </List>
          <Text size="sm" mt="xs">
            This cannot be undone.
          </Text>
        </div>
      </TypedConfirm>
    </Group>
  )
}
