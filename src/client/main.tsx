import './lib/zod-config.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './app/app.css'
import '@mantine/core/styles.layer.css'
import './app/print.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fetchScreen } from './app/router.tsx'

const root = document.getElementById('root')
// Each in a task of its own, between which the browser answers to its user.
setTimeout(fetchScreen)
if (root) setTimeout(() => startTransition(() => createRoot(root).render(<App />)))
