import { ImageField } from '#client/features/tests/components/image-field.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { type Owner, useLogo } from '../queries.ts'

const texts = {
  platform: 'Shown in the sidebar and on the sign-in page. Choose a square image for the sharpest result.',
  college: 'Shown to your students in the header and the exam room, and on printed reports.',
}

/** Profile section for setting a logo. */
export function LogoSection({ owner }: { owner: Owner }) {
  const { logoUrl, isLoading, remove, send } = useLogo(owner)
  return (
    <FormSection title="Logo" text={texts[owner]}>
      <ImageField
        label={owner === 'platform' ? 'Platform logo' : 'College logo'}
        value={logoUrl}
        disabled={isLoading || remove.isPending}
        send={send}
        onChange={(url) => {
          if (url === null) remove.mutate(undefined, { onError: (error) => notify.error(messageOf(error)) })
        }}
      />
    </FormSection>
  )
}
