import facts from '../../../package.json' with { type: 'json' }

export const { version } = facts
