/** The program's clock, in ms. Runs inside the isolate: see ../files.ts. */
export const milliseconds = () => Date.now()
