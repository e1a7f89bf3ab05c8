import { ImageField } from '#client/features/tests/components/image-field.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { type UploadOptions, uploadFile } from '#client/lib/upload.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import type { LogoAnswer } from '#shared/branding/branding.schema.ts'

const paths = { platform: '/api/branding/logo', college: '/api/college/branding/logo' } as const
type Owner = keyof typeof paths

/** The current logo, and functions to replace and remove it. @param owner the platform or a college */
function useLogo(owner: Owner) {
  const { branding } = trpc.useUtils()
  const onSuccess = () => branding.invalidate()
  const platform = trpc.branding.platform.useQuery(undefined, { enabled: owner === 'platform' })
  const college = trpc.branding.college.useQuery(undefined, { enabled: owner === 'college' })
  const removePlatform = trpc.branding.removePlatformLogo.useMutation({ onSuccess })
  const removeCollege = trpc.branding.removeCollegeLogo.useMutation({ onSuccess })
  const { data, isLoading, error } = owner === 'platform' ? platform : college
  return {
    logoUrl: data?.logoUrl ?? null,
    isLoading,
    error,
    remove: owner === 'platform' ? removePlatform : removeCollege,
    send: async (file: File, options: UploadOptions): Promise<string> => {
      const { logoUrl } = await uploadFile<LogoAnswer>(paths[owner], 'file', file, { ...options, method: 'PUT' })
      await onSuccess()
      return logoUrl ?? ''
    },
  }
}

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
