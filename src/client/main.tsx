import './lib/zod-config.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './app/app.css'
import '@mantine/core/styles.layer.css'
import './app/print.css'
import './app/last-input.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fetchScreen } from './app/router.tsx'

fetchScreen()
const root = document.getElementById('root')
// As a transition React draws in slices, and the page answers a finger in between.
if (root) startTransition(() => createRoot(root).render(<App />))
