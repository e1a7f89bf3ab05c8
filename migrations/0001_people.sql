DROP INDEX `audit_at`;--> statement-breakpoint
DROP INDEX `audit_college_at`;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `actor_name` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `actor_email` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `subject_name` text;--> statement-breakpoint
CREATE INDEX `audit_college_action` ON `audit_entries` (`college_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_entries` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_college_at` ON `audit_entries` (`college_id`,`at`,`id`);--> statement-breakpoint
DROP INDEX `mails_due`;--> statement-breakpoint
ALTER TABLE `mails` ADD `urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`urgent`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE `colleges` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `colleges_created` ON `colleges` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `colleges_deleted` ON `colleges` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `assignments_decided_by` ON `assignments` (`decided_by`);--> statement-breakpoint
CREATE INDEX `attempts_college` ON `attempts` (`college_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `attempts_assignment` ON `attempts` (`assignment_id`);--> statement-breakpoint
CREATE INDEX `users_college_created` ON `users` (`college_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_college_role_name` ON `users` (`college_id`,`role`,name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `users_role_last_login` ON `users` (`role`,`last_login_at`);--> statement-breakpoint
CREATE INDEX `users_last_login` ON `users` (`last_login_at`);--> statement-breakpoint
CREATE INDEX `tests_created_by` ON `tests` (`created_by`);