import { Button, type ButtonProps } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

const AnchorButton = (props: AnchorButtonProps) => <Button {...props} component="a" />

const Linked = createLink(AnchorButton)

/** A button that is a router link: `<LinkButton to="/tests/new">`. */
export const LinkButton: LinkComponent<typeof AnchorButton> = (props) => <Linked preload="intent" {...props} />
