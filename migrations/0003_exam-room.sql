CREATE TABLE `answer_sheets` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`saved_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `time_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`assignment_id` text NOT NULL,
	`student_id` text NOT NULL,
	`kind` text NOT NULL,
	`ms` integer NOT NULL,
	`reason` text NOT NULL,
	`changed_by` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `time_changes_assignment` ON `time_changes` (`assignment_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `time_changes_student` ON `time_changes` (`student_id`,`assignment_id`);--> statement-breakpoint
CREATE INDEX `time_changes_changed_by` ON `time_changes` (`changed_by`);--> statement-breakpoint
CREATE TABLE `sections` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`position` integer NOT NULL,
	`section_name` text NOT NULL,
	`section_duration` integer NOT NULL,
	`number_of_questions` integer NOT NULL,
	`marks_per_question` real NOT NULL,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sections_test_position` ON `sections` (`test_id`,`position`);--> statement-breakpoint
ALTER TABLE `attempts` ADD `plan` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `current_part` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `part_opened_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `extra_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `paused_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `writer` text;--> statement-breakpoint
ALTER TABLE `attempts` ADD `receipt` text;--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_receipt` ON `attempts` (`receipt`);--> statement-breakpoint
ALTER TABLE `questions` ADD `section_id` text REFERENCES sections(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE `questions` ADD `question_image_url` text;--> statement-breakpoint
ALTER TABLE `questions` ADD `option_images` text;--> statement-breakpoint
CREATE INDEX `questions_section` ON `questions` (`section_id`);--> statement-breakpoint
ALTER TABLE `tests` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Attempts begun before had one part: the whole.
UPDATE `attempts` SET `plan` = json_array(`deadline` - `started_at`), `part_opened_at` = `started_at`;
