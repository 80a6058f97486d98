import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, useId } from 'react';
import './popups.css';

interface TooltipProps {
  readonly text: ReactNode;
  /** Whether the text is the name of the element, which needs no description then. */
  readonly isName?: boolean;
  /** One element that can be focused. */
  readonly children: ReactElement;
}

/** A text on hover and focus. Screen readers read it as the description of the element, also while the popup is closed. */
export function Tooltip({ text, isName = false, children }: TooltipProps) {
  const id = useId();

  return (
    <>
      <Base.Root>
        <Base.Trigger render={children} {...(!isName && { 'aria-describedby': id })} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="popup-positioner">
            <Base.Popup className="tooltip">{text}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {!isName && (
        <span id={id} hidden>
          {text}
        </span>
      )}
    </>
  );
}
