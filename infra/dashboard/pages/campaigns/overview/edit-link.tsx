import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '../../../api/session.ts';
import { buttonClass } from '../../../components/button.tsx';
import { type SectionId, sectionLink } from '../editor/section-ids.ts';

interface EditLinkProps {
  readonly campaignId: string;
  readonly section: SectionId;
  readonly children: ReactNode;
}

/** Leads to a section of the editor; nothing for viewers. */
export function EditLink({ campaignId, section, children }: EditLinkProps) {
  const canEdit = useCan('member');
  if (!canEdit) return null;

  return (
    <Link {...sectionLink(campaignId, section)} replace={false} className={buttonClass()}>
      {children}
    </Link>
  );
}
