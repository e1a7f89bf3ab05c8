import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core'

const shades = (ramp: string) => ramp.split(' ') as unknown as MantineColorsTuple

/** The primary colour. White text on shade 6 has a contrast of 6.3:1; shade 3 on the dark surface has 8:1. */
const indigo = shades('#eef2ff #e0e7ff #c7d2fe #a5b4fc #818cf8 #6366f1 #4f46e5 #4338ca #3730a3 #312e81')

const gray = shades('#f8f9fb #f1f3f6 #e6e9ee #d9dde4 #c3c9d3 #8f97a4 #646c79 #4b5360 #343b47 #1c212b')
const dark = shades('#e4e7ec #c0c5ce #9aa1ad #79808d #363c47 #2a2f38 #1e2229 #15181d #101216 #0b0d10')

/** White text on shade 6 has a contrast of 4.8:1. On Mantine's red, it is below 3.3:1. */
const red = shades('#fef2f2 #fee2e2 #fecaca #fca5a5 #f87171 #ef4444 #dc2626 #b91c1c #991b1b #7f1d1d')

/** A dialog uses the same surface as a card, and its title may wrap. */
const dialog = {
  content: { background: 'var(--surface)' },
  header: { background: 'var(--surface)', alignItems: 'flex-start' },
  title: { marginTop: 2, fontWeight: 600, fontSize: 17, lineHeight: 1.4, overflowWrap: 'anywhere' },
} as const

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 6,
  colors: { indigo, gray, dark, red },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '17px', xl: '19px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '26px', lineHeight: '1.25' },
      h2: { fontSize: '21px', lineHeight: '1.3' },
      h3: { fontSize: '17px', lineHeight: '1.4' },
      h4: { fontSize: '15px', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(0 0 0 / 5%)',
    md: '0 4px 14px rgb(0 0 0 / 8%)',
    lg: '0 8px 24px rgb(0 0 0 / 10%)',
    xl: '0 12px 32px rgb(0 0 0 / 12%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine centres the loader with a transition, which does not run with reduced motion.
    Button: { defaultProps: { size: 'sm' }, styles: { loader: { transform: 'translate(-50%, -50%)' } } },
    ActionIcon: { defaultProps: { size: 'lg' } },
    Badge: { defaultProps: { radius: 'sm' }, styles: { root: { textTransform: 'none', fontWeight: 550 } } },
    Table: { defaultProps: { verticalSpacing: 10, horizontalSpacing: 'md' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        // Keeps a dialog's header from counting as a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
      styles: dialog,
    },
    Drawer: { styles: dialog },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide password', tabIndex: 0 } },
    },
    InputWrapper: { styles: { label: { fontWeight: 550, marginBottom: 4 } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    // Menus, lists and popovers open inside the main landmark, because screen readers skip content outside it.
    Popover: { defaultProps: { portalProps: { target: '#main' } } },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' }, allowDeselect: false } },
    // Forms report a number out of range instead of changing it.
    NumberInput: { defaultProps: { clampBehavior: 'none' } },
    Textarea: { defaultProps: { autosize: true } },
    Tooltip: { defaultProps: { openDelay: 200, withArrow: true } },
    Notification: { defaultProps: { radius: 'md', withBorder: true } },
  },
})

const tinted = ['gray', 'indigo', 'red', 'orange', 'yellow', 'green', 'teal', 'blue'] as const

/**
 * Translucent backgrounds for badges, alerts and selected items. Mantine's are solid, and nearly black in the dark
 * theme. @param percent opacity of the colour
 */
function tints(colors: MantineTheme['colors'], shade: number, percent: number) {
  const over = (name: string, share: number) =>
    `color-mix(in srgb, ${colors[name]?.[shade] ?? ''} ${share}%, transparent)`
  return Object.fromEntries(
    tinted.flatMap((name) => [
      [`--mantine-color-${name}-light`, over(name, percent)],
      [`--mantine-color-${name}-light-hover`, over(name, percent + 5)],
    ]),
  )
}

/** A pale shade of each colour, for text on its dark tint. */
const mutedText = (colors: MantineTheme['colors']) =>
  Object.fromEntries(tinted.map((name) => [`--mantine-color-${name}-light-color`, colors[name]?.[3] ?? '']))

/** Overrides greys and reds whose text contrast is below 4.5:1 in Mantine, and defines surfaces that Mantine lacks. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...tints(colors, 6, 11),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#5b6370',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#e0e4ea',
    '--mantine-color-teal-light-color': '#055c42',
    '--mantine-color-green-light-color': '#1b5e28',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3300',
    '--mantine-color-red-light-color': '#a61b1b',
    '--mantine-color-blue-light-color': '#10508c',
    '--mantine-color-gray-light-color': '#3f4753',
    '--good': '#2b7a3b',
    '--caution': '#8a3300',
    '--correct': '#087f5b',
    '--surface': '#ffffff',
    '--surface-raised': '#f8f9fb',
    '--surface-page': '#fbfcfd',
    '--focus': '#4f46e5',
  },
  dark: {
    ...tints(colors, 4, 17),
    ...mutedText(colors),
    '--mantine-color-dimmed': '#a3aab6',
    '--mantine-color-placeholder': '#8b93a1',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-default-border': '#2f353f',
    '--mantine-color-default': '#1b1f25',
    '--mantine-color-default-hover': '#242930',
    '--good': '#69db7c',
    '--caution': 'var(--mantine-color-orange-3)',
    '--correct': 'var(--mantine-color-teal-4)',
    '--surface': '#191c22',
    '--surface-raised': '#1e2229',
    '--surface-page': '#15181d',
    '--focus': '#a5b4fc',
  },
})
