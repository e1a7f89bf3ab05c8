/** Password of every account in the demo. */
export const demoPassword = 'demo-pass-2026'

export const signIns = {
  masterAdmin: 'admin@demo.example',
  collegeAdmin: 'college@demo.example',
  faculty: 'faculty@demo.example',
  student: 'student@demo.example',
} as const

const labels: [string, string][] = [
  ['Master admin', signIns.masterAdmin],
  ['College admin', signIns.collegeAdmin],
  ['Faculty', signIns.faculty],
  ['Student', signIns.student],
]

/** Lines to print whenever the demo starts. */
export const signInLines = () => [
  `Sign in with the password ${demoPassword}:`,
  ...labels.map(([label, email]) => `  ${label.padEnd(14)} ${email}`),
]
