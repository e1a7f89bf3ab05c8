import type { Tone } from '#client/ui/status-badge.tsx'
import type { WebhookEvent } from '#shared/integrations/integrations.schema.ts'
import type { Delivery, Webhook } from '#shared/integrations/webhooks.schema.ts'

export const eventLabels: Record<WebhookEvent, string> = {
  'attempt.submitted': 'Test submitted',
  'assignment.accepted': 'Test accepted by a college',
  ping: 'Test call',
}

/** A webhook's state as a badge. */
export function stateOf({ isActive, failingSince }: Pick<Webhook, 'isActive' | 'failingSince'>): {
  tone: Tone
  label: string
} {
  if (!isActive)
    return failingSince ? { tone: 'danger', label: 'Paused automatically' } : { tone: 'neutral', label: 'Paused' }
  return failingSince ? { tone: 'warning', label: 'Failing' } : { tone: 'success', label: 'Active' }
}

export const deliveryStates: Record<Delivery['status'], { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Pending' },
  delivered: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'danger', label: 'Failed' },
}
