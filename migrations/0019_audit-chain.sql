ALTER TABLE `audit_entries` ADD `number` integer;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `actor_salt` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `actor_digest` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `subject_salt` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `subject_digest` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `detail_salt` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `detail_digest` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_number` ON `audit_entries` (`number`);--> statement-breakpoint
DROP TRIGGER `audit_entries_keep`;--> statement-breakpoint
-- An entry is linked once. After that its personal data can be erased, each group together with its salt, and nothing else changes.
CREATE TRIGGER `audit_entries_keep` BEFORE UPDATE ON `audit_entries`
WHEN NOT (
	NEW.`id` IS OLD.`id` AND NEW.`at` IS OLD.`at` AND NEW.`actor_id` IS OLD.`actor_id` AND NEW.`actor_role` IS OLD.`actor_role`
	AND NEW.`college_id` IS OLD.`college_id` AND NEW.`action` IS OLD.`action`
	AND NEW.`subject_type` IS OLD.`subject_type` AND NEW.`subject_id` IS OLD.`subject_id`
	AND (OLD.`hash` IS NULL OR (
		NEW.`number` IS OLD.`number` AND NEW.`hash` IS OLD.`hash` AND NEW.`actor_digest` IS OLD.`actor_digest`
		AND NEW.`subject_digest` IS OLD.`subject_digest` AND NEW.`detail_digest` IS OLD.`detail_digest`
	))
	AND (
		(NEW.`actor_name` IS NULL AND NEW.`actor_email` IS NULL AND NEW.`address` IS NULL AND NEW.`actor_salt` IS NULL)
		OR (NEW.`actor_name` IS OLD.`actor_name` AND NEW.`actor_email` IS OLD.`actor_email` AND NEW.`address` IS OLD.`address`
			AND (OLD.`hash` IS NULL OR NEW.`actor_salt` IS OLD.`actor_salt`))
	)
	AND (
		(NEW.`subject_name` IS NULL AND NEW.`subject_salt` IS NULL)
		OR (NEW.`subject_name` IS OLD.`subject_name` AND (OLD.`hash` IS NULL OR NEW.`subject_salt` IS OLD.`subject_salt`))
	)
	AND (
		(NEW.`detail` IS NULL AND NEW.`detail_salt` IS NULL)
		OR (NEW.`detail` IS OLD.`detail` AND (OLD.`hash` IS NULL OR NEW.`detail_salt` IS OLD.`detail_salt`))
	)
)
BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;
