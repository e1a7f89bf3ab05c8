import './lib/zod-config.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './app/app.css'
import './ui/pieces.css'
import '@mantine/core/styles.layer.css'
import './app/print.css'
import './app/last-input.ts'
import { startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App, resumeSession } from './app/app.tsx'
import { router } from './app/router.tsx'

async function start(root: Root) {
  // Check the session and load the screen's code in parallel. If the router is loaded before the first render, that
  // render is part of the transition and is time-sliced, so the page remains responsive to input.
  await Promise.all([resumeSession(), router.load()])
  startTransition(() => root.render(<App />))
}

const root = document.getElementById('root')
if (root) void start(createRoot(root))
