import { Textarea, TextInput } from '@mantine/core'
import type { ZodForm } from '#client/lib/form.ts'
import type { ProfileForm } from '#shared/auth/auth.schema.ts'
import type { ProfileFact } from '../model/profile-facts.ts'
import classes from './profile.module.css'

export type ProfileFormState = ZodForm<Record<string, string>, ProfileForm>

export const ProfileFacts = ({ facts }: { facts: readonly ProfileFact[] }) => (
  <dl className={`facts ${classes.grid}`}>
    {facts.map(({ label, value, wide }) => (
      <div key={label} data-wide={wide}>
        <dt>{label}</dt>
        <dd style={value ? undefined : { color: 'var(--mantine-color-dimmed)' }}>{value || 'Not provided'}</dd>
      </div>
    ))}
  </dl>
)

/** Profile fields for editing. Locked fields are read-only and show the reason. */
export const ProfileFields = ({ facts, form }: { facts: readonly ProfileFact[]; form: ProfileFormState }) => (
  <div className={`facts ${classes.grid}`}>
    {facts.map((fact) => (
      <div key={fact.label} data-wide={fact.wide}>
        <ProfileField fact={fact} form={form} />
      </div>
    ))}
  </div>
)

function ProfileField({ fact, form }: { fact: ProfileFact; form: ProfileFormState }) {
  const { label, value } = fact
  if (!fact.field)
    return (
      <TextInput
        label={label}
        description={fact.locked}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        variant="filled"
        readOnly
        value={value ?? ''}
      />
    )
  const shared = { label, required: fact.required ?? false, ...form.getInputProps(fact.field) }
  if (fact.wide) return <Textarea minRows={2} maxRows={5} {...shared} />
  if (fact.phone) return <TextInput type="tel" autoComplete="tel" {...shared} />
  return <TextInput autoComplete={fact.field === 'name' ? 'name' : 'off'} {...shared} />
}
