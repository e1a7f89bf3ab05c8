CREATE TABLE `objections` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`question_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`student_id` text NOT NULL,
	`college_id` text NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`reply` text,
	`replied_by` text,
	`replied_at` integer,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`replied_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `objections_attempt_question` ON `objections` (`attempt_id`,`question_id`);--> statement-breakpoint
CREATE INDEX `objections_test_status` ON `objections` (`test_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `objections_question` ON `objections` (`question_id`);--> statement-breakpoint
CREATE INDEX `objections_student` ON `objections` (`student_id`);--> statement-breakpoint
CREATE INDEX `objections_college` ON `objections` (`college_id`);--> statement-breakpoint
CREATE INDEX `objections_replied_by` ON `objections` (`replied_by`);--> statement-breakpoint
CREATE TABLE `pools` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`section_id` text,
	`position` integer NOT NULL,
	`pick` integer NOT NULL,
	`marks` real NOT NULL,
	`from` text NOT NULL,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`section_id`) REFERENCES `sections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pools_test_position` ON `pools` (`test_id`,`position`);--> statement-breakpoint
CREATE INDEX `pools_section` ON `pools` (`section_id`);--> statement-breakpoint
ALTER TABLE `attempts` ADD `seed` integer;--> statement-breakpoint
ALTER TABLE `questions` ADD `pool_id` text REFERENCES `pools`(`id`) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `questions` ADD `facility` real;--> statement-breakpoint
ALTER TABLE `questions` ADD `passage` text;--> statement-breakpoint
ALTER TABLE `questions` ADD `ruling` text;--> statement-breakpoint
CREATE INDEX `questions_pool` ON `questions` (`pool_id`);--> statement-breakpoint
ALTER TABLE `tests` ADD `shuffle_questions` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tests` ADD `shuffle_options` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tests` ADD `objections_until` integer;