import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Tooltip } from './overlay/tooltip.tsx';
import './button.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  readonly icon?: ReactNode;
  /** Shows that the action runs, and ignores further clicks. */
  readonly isPending?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  isPending = false,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isPending && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
      className={`${buttonClass(variant, size)} ${className}`}
      data-pending={isPending || undefined}
      data-icon-only={children === undefined || undefined}
    >
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** The look of a button for a link: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (
  variant: NonNullable<ButtonProps['variant']> = 'secondary',
  size: NonNullable<ButtonProps['size']> = 'medium',
): string => `button button-${variant} button-${size}`;

/** A button with an icon only; the label is its name and its tooltip. */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'children'> & { readonly label: string }) {
  return (
    <Tooltip text={label} isName>
      <Button variant="quiet" aria-label={label} {...rest} />
    </Tooltip>
  );
}
