import './lib/zod-config.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './app/app.css'
import '@mantine/core/styles.layer.css'
import './app/print.css'
import './app/last-input.ts'
import { startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App, resumeSession } from './app/app.tsx'
import { router } from './app/router.tsx'

async function start(root: Root) {
  // Whose session it is and the code of the screen are asked for at once. A router that is loaded before it is drawn is drawn as part of
  // the transition: in slices, so that the page answers a finger in between.
  await Promise.all([resumeSession(), router.load()])
  startTransition(() => root.render(<App />))
}

const root = document.getElementById('root')
if (root) void start(createRoot(root))
